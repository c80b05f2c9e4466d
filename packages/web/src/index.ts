/**
 * Pages of runs: a report in one file, and a local viewer.
 *
 * @module @refbench/web
 */

export { escapeHtml } from './html.ts';
export { plainPageHead } from './page-head.ts';
export { writeReportPage } from './report-page.ts';
export { startViewer } from './viewer/start-viewer.ts';
export { differingFiles, writeSite } from './write-site.ts';
