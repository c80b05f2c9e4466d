import { AsyncLocalStorage } from 'node:async_hooks';

/** From least to most important. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Facts of one line. Never put a secret, the environment or request headers here. */
type LogFields = Readonly<Record<string, unknown>>;

/** What all lines that are written during some work have in common. */
export interface LogContext {
  readonly run?: string;
  readonly instance?: string;
  readonly agent?: string;
  readonly attempt?: string;
}

export interface LogLine {
  readonly level: LogLevel;
  /** The part of RefBench that writes the line, e.g. `git`. */
  readonly component: string;
  readonly context: LogContext;
  readonly fields: LogFields;
  readonly message: string;
}

/** Receives every line. A sink must not throw. */
export type LogSink = (line: LogLine) => void;

/** Writes the lines of one component. Without a sink, a call costs next to nothing. */
export type Log = Readonly<Record<LogLevel, (fields: LogFields, message: string) => void>>;

const sinks = new Set<LogSink>();
const contexts = new AsyncLocalStorage<LogContext>();

/**
 * Returns the log of a component.
 *
 * @example
 * ```ts
 * import { attachLogSink, logOf, withLogContext } from '@refbench/base';
 *
 * const log = logOf('git');
 * using _sink = attachLogSink(({ level, context, message }) => console.log(level, context, message));
 * await withLogContext({ run: 'nightly' }, async () => log.debug({ args: ['status'] }, 'started'));
 * ```
 */
export function logOf(component: string): Log {
  const writer =
    (level: LogLevel) =>
    (fields: LogFields, message: string): void => {
      if (sinks.size === 0) return;
      const line = { level, component, context: contexts.getStore() ?? {}, fields, message };
      for (const sink of sinks) sink(line);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}

/** Adds `context` to all lines that `work` causes, also those of the functions it calls. */
export async function withLogContext<T>(context: LogContext, work: () => Promise<T>): Promise<T> {
  return await contexts.run({ ...contexts.getStore(), ...context }, work);
}

/** Sends all lines of this process to `sink` until the result is disposed. */
export function attachLogSink(sink: LogSink): Disposable {
  sinks.add(sink);
  return { [Symbol.dispose]: () => void sinks.delete(sink) };
}
