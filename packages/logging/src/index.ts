/**
 * Log lines with context; the application chooses where they are written.
 *
 * @module @refbench/logging
 */

export { attachLogSink, LOG_LEVELS, logOf, withLogContext } from './log.ts';
export type { Log, LogContext, LogFields, LogLevel, LogLine, LogSink } from './log.ts';
