/**
 * Finds large refactoring commits: sources, filters, metrics, scores and selection.
 *
 * @module @refbench/mining
 */

export { ARCHIVE_URL, folderShards, urlShards } from './archive/archive-source.ts';
export { openHourPool, type HourPool } from './archive/hour-pool.ts';
export { hoursOf, type HourName } from './archive/hours.ts';
export { estimateCost, queryShard } from './bigquery/bigquery-source.ts';
export { loadBigQuery } from './bigquery/client.ts';
export { rowsShard } from './bigquery/rows-source.ts';
export { activitySql, archiveSql } from './bigquery/sql.ts';
export { archiveTables } from './bigquery/tables.ts';
export { csvShard } from './csv/csv-source.ts';
export { readDefinition, type Definition, type DefinitionFiles } from './definition.ts';
export { mapConcurrent } from './map-concurrent.ts';
export { explainCommit, type ExplanationStep } from './explain.ts';
export {
  openMineFolder,
  readShardRecords,
  shardRecordSchema,
  type MineFolder,
  type ShardRecord,
} from './workspace/mine-folder.ts';
export { mineShards } from './workspace/mine-shards.ts';
export { requireMined, requireRanked } from './workspace/required.ts';
export { funnelSchema, readFunnel } from './funnel.ts';
export { githubClient } from './github/github-client.ts';
export { hydrate } from './github/hydrate.ts';
export { gitShards } from './history/git-source.ts';
export { fetch as fetchThroughProxy } from './http.ts';
export { readExtensions, readLanguages, type Languages } from './languages.ts';
export { readLicences, type Licence, type Licences } from './licences.ts';
export { rank, type RankOptions, type RankResult } from './rank/rank.ts';
export { rankedSchema, readRanking, type RankingEntry } from './rank/ranking-file.ts';
export type { RankedCommit, Scorer } from './rank/scorer.ts';
export { candidateSchema, instanceIdOf, type Candidate } from './select/candidate.ts';
export { candidatesFile, findCandidate, writeCandidates } from './select/candidate-file.ts';
export { readCategories } from './select/category.ts';
export { joinRankings } from './select/join-rankings.ts';
export { readStarList } from './sources/star-list.ts';
export { selectCandidates, type Selection, type SelectionRules } from './select/select.ts';
export type { Shard } from './sources/shard.ts';
export { diffExcerpt } from './scoring/diff-excerpt.ts';
export { isTest } from './scoring/foreign-files.ts';
export { modelScorer } from './scoring/model-scorer.ts';
export { readScoringPrompts } from './scoring/scoring-prompts.ts';
export { readSignalWeights } from './scoring/signal-score.ts';
export { signalScorer } from './scoring/signal-scorer.ts';
export { askDecisions } from './task/ask-decisions.ts';
export { checkTask, type TaskProblem } from './task/check-task.ts';
export { findLeaks, type Leak } from './task/leak-check.ts';
export { summarizeChange, type ChangeSummary } from './task/change-summary.ts';
export { describeReview, type ReviewedText } from './task/describe-review.ts';
export { OPEN_LIMIT, openTextProblems } from './task/open-text.ts';
export { reviewTask } from './task/review-task.ts';
export { assertWritable, readTaskText, writeTaskTexts, type TaskTexts } from './task/task-files.ts';
export { readTaskPrompts } from './task/task-prompts.ts';
export {
  findingLines,
  readTaskFindings,
  recordTaskFindings,
  type TaskFindingsState,
} from './task/task-findings.ts';
export {
  readTaskReview,
  recordTaskReview,
  TASK_REVIEW_FILE,
  type TaskReviewEntry,
  type TaskReviewState,
} from './task/task-review.ts';
export { describeSource, readDiscussions } from './task/task-source.ts';
export { skeleton } from './task/skeleton.ts';
export { writeTask } from './task/write-task.ts';
