/**
 * Builds ticket-to-commit benchmarks from git and evaluates single-shot fixes by outcome tier.
 *
 * @module @refbench/outcome-tiers
 */

export { compareModels } from './compare/compare-models.ts';
export { comparisonTables } from './compare/tables.ts';
export { writeComparison } from './compare/write-comparison.ts';
export { readAnswers } from './eval/answer-record.ts';
export { codeSource } from './eval/code-source.ts';
export { evaluate, type Evaluation } from './eval/evaluate.ts';
export { SYSTEM_PROMPTS, systemPrompt } from './eval/question.ts';
export { sampleSubjects } from './eval/sample-subjects.ts';
export { STUDY_SETTINGS, type AnswerSettings, type Provider } from './eval/settings.ts';
export type { Subject } from './eval/subject.ts';
export { fetchJira } from './fetch/fetch-jira.ts';
export { PICKS, buildIndex, type Pick } from './index/build-index.ts';
export { readIndex, writeIndex } from './index/index-file.ts';
export { indexTables } from './index/index-tables.ts';
export { DEFAULT_REFS } from './index/ref-scope.ts';
export { sourceFilter } from './index/source-filter.ts';
export { KEY_PLACES, type KeyPlace } from './index/ticket-keys.ts';
export { labelTables } from './label/label-tables.ts';
export { labelTickets } from './label/label-tickets.ts';
export { readLabels, writeLabels } from './label/labels-file.ts';
export { INTERPOLATIONS, type Interpolation } from './label/percentile.ts';
export { STUDY_THRESHOLDS, TIERS, type Thresholds } from './label/tier.ts';
export { predictionsOf, type ModelPredictions } from './patches/predictions.ts';
export { drawSample } from './sample/draw-sample.ts';
export { readSample, sampleOf, writeSample, type Sample } from './sample/sample-file.ts';
export { sampleWarnings } from './sample/sample-warnings.ts';
export { readResultsFile, writeResults, type ModelResults } from './score/results-file.ts';
export { scoreAnswers } from './score/score-answers.ts';
export { checkStudy } from './study/check-study.ts';
export { publishedFigures } from './study/published.ts';
export { ImportCounts } from './tickets/import-counts.ts';
export { IMPORT_FORMATS, importTickets, type ImportFormat } from './tickets/import-tickets.ts';
export type { Ticket } from './tickets/ticket.ts';
export { readTickets, writeTickets } from './tickets/tickets-file.ts';
