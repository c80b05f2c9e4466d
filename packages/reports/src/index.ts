/**
 * Reads results and writes tables and figures.
 *
 * @module @refbench/reports
 */

export { METRICS, type Metric } from '@refbench/scoring';
export { datasetFigures } from './figures/dataset-figures.ts';
export { drawFigure, type Figure } from './figures/draw.ts';
export { FIGURE_STYLES, type FigureStyle } from './figures/figure-style.ts';
export { miningFunnel } from './figures/mining-funnel.ts';
export { PALETTE } from './figures/palette.ts';
export { reportFigures } from './figures/report-figures.ts';
export { agentSummaries, agentSummarySchema, type AgentSummary } from './model/agent-summaries.ts';
export { buildReport } from './model/build-report.ts';
export { buildComparison, comparisonSchema, type Comparison } from './model/comparison.ts';
export { datasetCardSchema, type DatasetCard } from './model/dataset-card.ts';
export {
  buildDatasetReport,
  datasetReportSchema,
  type DatasetReport,
} from './model/dataset-report.ts';
export { experimentTable, planExperiment } from './model/experiment-plan.ts';
export { buildJudgeReport, judgeTable } from './model/judge-accuracy.ts';
export { DEFAULT_REPORT_OPTIONS, type ReportOptions } from './model/report-options.ts';
export {
  reportSchema,
  type BuiltReport,
  type Report,
  type ReportFigures,
} from './model/report-schema.ts';
export { resolutionsOf, resolutionSchema, type Resolution } from './model/resolution.ts';
export { percent, percentRange, probability, signed, type Table } from './model/table.ts';
export { combinePieces } from './render/combine-pieces.ts';
export { renderDatasetCard } from './render/dataset-card.ts';
export { renderLatex } from './render/latex.ts';
export { renderMarkdown } from './render/markdown.ts';
export { remarkLines, sourceLines } from './render/origin-lines.ts';
export { reportJson } from './render/report-json.ts';
export { renderText } from './render/text.ts';
export { integrityCell, integrityNotes } from './run/integrity-text.ts';
export { readRunDetails } from './run/read-run-details.ts';
export { writeRunSummary } from './run/write-run-summary.ts';
export { matchedSubset } from './sources/matched-subset.ts';
export { readResults } from './sources/read-results.ts';
export type { ResultSet } from './sources/result-set.ts';
export { readRunCells, type RunCell } from './sources/run-cells.ts';
export { readRunPlan } from './sources/run-folder.ts';
export { comparisonTables } from './tables/comparison-tables.ts';
export { datasetTables } from './tables/dataset-tables.ts';
export { withoutEmptyColumns } from './tables/fold-table.ts';
export { funnelTables } from './tables/funnel-tables.ts';
export { headlineOf } from './tables/headline.ts';
export { reportTables } from './tables/report-tables.ts';
export { summaryTable } from './tables/summary-table.ts';
export { writeComparisonFiles } from './write-comparison.ts';
export { writeReportFiles } from './write-report.ts';
