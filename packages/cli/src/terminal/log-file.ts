import { dirname, join } from 'node:path';
import {
  LOG_LEVELS,
  attachLogSink,
  makeFolder,
  withLogContext,
  type LogLevel,
  type LogLine,
} from '@refbench/base';
import type { ProgressEvent } from '@refbench/workspace';
import { destination, pino, type Logger } from 'pino';
import { secretRedactor } from './secret-redactor.ts';

export interface RunLog extends Disposable {
  write(event: ProgressEvent): void;
  /** Runs `work` so that its lines carry the name of the run. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Opens the log file of a run, `<state-dir>/logs/<run>.log`: one JSON line per event, and the lines of all
 * packages from `level` on. Each line is written at once, so that none is lost if the process is killed.
 * The file is created with the first line, so a refused run leaves none.
 */
export async function openLog(
  { run, stateDir }: { readonly run: string; readonly stateDir: string },
  level: LogLevel = 'info',
): Promise<RunLog> {
  const path = join(stateDir, 'logs', `${run}.log`);
  await makeFolder(dirname(path));
  let open: { readonly children: ChildLoggers; readonly end: () => void } | undefined;
  const children = (): ChildLoggers => {
    if (open === undefined) {
      const stream = destination({ dest: path, sync: true });
      open = { children: new ChildLoggers(rootLogger(level, stream)), end: () => stream.end() };
    }
    return open.children;
  };
  const sink = attachLogSink((line) => {
    if (LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level)) children().write(line);
  });
  return {
    write(event) {
      const { run: _run, ...fields } = { run, ...event };
      const { kind: message } = event;
      children().write({ level: 'info', component: 'run', context: { run }, fields, message });
    },
    during: async (work) => await withLogContext({ run }, work),
    [Symbol.dispose]() {
      sink[Symbol.dispose]();
      open?.end();
    },
  };
}

/** Writes the log of a command without a run to standard error. */
export function logToStandardError(level: LogLevel): Disposable {
  const children = new ChildLoggers(rootLogger(level, destination({ dest: 2, sync: true })));
  return attachLogSink((line) => children.write(line));
}

function rootLogger(level: LogLevel, stream: ReturnType<typeof destination>): Logger {
  const hooks = { streamWrite: secretRedactor(process.env) };
  return pino({ base: { pid: process.pid }, level, hooks }, stream);
}

/** One child logger per component and context. */
class ChildLoggers {
  private readonly root: Logger;
  private readonly children = new Map<string, Logger>();

  constructor(root: Logger) {
    this.root = root;
  }

  write({ level, component, context, fields, message }: LogLine): void {
    const key = JSON.stringify([component, context]);
    const child = this.children.get(key) ?? this.root.child({ component, ...context });
    this.children.set(key, child);
    child[level](fields, message);
  }
}
