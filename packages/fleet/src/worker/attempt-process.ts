import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { parseJson } from '@refbench/base';
import { z } from 'zod';

/** Time for an attempt that was told to stop, until it is killed. */
const STOP_MS = 40_000;
const MAX_EVENTS = 1000;
const MAX_NOTES = 4000;

/** The last line that `refbench run --json` prints. */
const finishedSchema = z.looseObject({
  kind: z.literal('finished'),
  scored: z.int(),
  incomplete: z.array(z.looseObject({ kind: z.string(), reason: z.string(), hint: z.string() })),
});

/** `scored`: the attempt is complete in its folder. */
export type AttemptEnd =
  | { readonly kind: 'scored' }
  | {
      readonly kind: 'failed';
      /** Kind of the error, or `signal`. */
      readonly error: string;
      readonly reason: string;
      readonly hint: string;
    }
  | { readonly kind: 'stopped' };

/** One attempt in a process of its own, so that nothing that it does can stop the renewal of its lease. */
export interface AttemptProcess {
  readonly ended: Promise<AttemptEnd>;
  /** Events since the last call. */
  takeEvents(): readonly unknown[];
  /** Stops the attempt; its result is lost. */
  stop(): void;
}

export interface AttemptCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `refbench run --json --lease ...`. */
export function startAttempt({ program, args, env = {} }: AttemptCommand): AttemptProcess {
  let events: unknown[] = [];
  let finished: z.infer<typeof finishedSchema> | undefined;
  let notes = '';
  let stopped = false;
  // The attempt ends with its input: when this process is killed, nobody else tells it.
  const child = execa(program, args, {
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    forceKillAfterDelay: STOP_MS,
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const last = parseJson(line, finishedSchema);
    if (last.kind === 'valid') finished = last.value;
    else if (events.length < MAX_EVENTS) events.push(readEvent(line));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    notes = `${notes}${chunk.toString('utf8')}`.slice(-MAX_NOTES);
  });
  const ended = (async (): Promise<AttemptEnd> => {
    const { exitCode, signal } = await child;
    if (stopped) return { kind: 'stopped' };
    if (finished !== undefined && finished.scored > 0 && finished.incomplete.length === 0) {
      return { kind: 'scored' };
    }
    const [problem] = finished?.incomplete ?? [];
    if (problem !== undefined) return { ...problem, kind: 'failed', error: problem.kind };
    const how = signal === undefined ? `exit code ${exitCode}` : signal;
    return {
      kind: 'failed',
      error: exitCode === undefined ? 'signal' : String(exitCode),
      reason: `the process of the attempt ended with ${how}: ${notes.trim()}`,
      hint: '',
    };
  })();
  return {
    ended,
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },
    stop() {
      stopped = true;
      child.kill('SIGTERM');
    },
  };
}

function readEvent(line: string): unknown {
  const parsed = parseJson(line, z.unknown());
  return parsed.kind === 'valid' ? parsed.value : line;
}
