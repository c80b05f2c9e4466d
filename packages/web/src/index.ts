/**
 * Pages of runs: a report in one file, and a local viewer.
 *
 * @module @refbench/web
 */

export { writeReportPage, type ReportPageOptions } from './report-page.ts';
export { startViewer, type Viewer, type ViewerOptions } from './viewer/start-viewer.ts';
export { differingFiles, writeSite, type SiteOptions } from './write-site.ts';
