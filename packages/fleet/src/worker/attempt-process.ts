import { createInterface } from 'node:readline';
import { parseJson } from '@refbench/base';
import { execa } from 'execa';
import { z } from 'zod';
import { cellEndSchema, type CellEnd, type LeaseLine } from '../protocol/lease-line.ts';

/** Time for an attempt that was told to stop, until it is killed. */
const STOP_MS = 40_000;
/** Between two renewals of the lease. Further events are left out of the live view; the journal has all. */
const MAX_EVENTS = 1000;
const MAX_EVENT_CHARACTERS = 1_000_000;
const MAX_NOTES = 4000;

/** `scored`: the attempt is complete in its folder. */
export type AttemptEnd =
  | { readonly kind: 'scored' }
  | {
      readonly kind: 'failed';
      /** Kind of the error, exit code of the process, or `signal`. */
      readonly error: string;
      readonly reason: string;
      readonly hint: string;
    }
  | { readonly kind: 'stopped' };

/**
 * A process that makes attempts of one run, one after the other. It is not that of the worker, so that
 * nothing that an attempt does can keep the worker from renewing its lease.
 */
export interface AttemptProcess {
  /** The folder of the run in which it works. */
  readonly runFolder: string;
  /** Makes one attempt. Call it again only after it has returned. */
  make(lease: LeaseLine): Promise<AttemptEnd>;
  /** Events since the last call. */
  takeEvents(): readonly unknown[];
  /** Stops the attempt; its result is lost, and the process ends. */
  stop(): void;
  /** False after the process has ended, or was told to. */
  isUsable(): boolean;
  /** Lets the process end, and waits for that. */
  close(): Promise<void>;
}

export interface AttemptCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly runFolder: string;
}

/** Starts `refbench run --json --leases`. */
export function startAttempts({ program, args, env, runFolder }: AttemptCommand): AttemptProcess {
  let events: unknown[] = [];
  let characters = 0;
  let notes = '';
  let state: 'usable' | 'stopped' | 'over' = 'usable';
  let onCellEnd: (end: CellEnd) => void = () => undefined;
  // It ends with its input: when this process is killed, nobody else tells it.
  const child = execa(program, args, {
    ...(env === undefined ? {} : { env }),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    forceKillAfterDelay: STOP_MS,
  });
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const end = parseJson(line, cellEndSchema);
    if (end.kind === 'valid') {
      onCellEnd(end.value);
      return;
    }
    // An agent whose output is shown may write any amount of it.
    const fits = characters + line.length <= MAX_EVENT_CHARACTERS;
    if (events.length >= MAX_EVENTS || !fits) return;
    characters += line.length;
    events.push(readEvent(line));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    notes = `${notes}${chunk.toString('utf8')}`.slice(-MAX_NOTES);
  });
  const exited = child.then((result) => {
    if (state === 'usable') state = 'over';
    return result;
  });
  const died = async (): Promise<AttemptEnd> => {
    const { exitCode, signal } = await exited;
    if (state === 'stopped') return { kind: 'stopped' };
    const how = signal === undefined ? `exit code ${exitCode}` : signal;
    return {
      kind: 'failed',
      error: exitCode === undefined ? 'signal' : String(exitCode),
      reason: `the process of the attempt ended with ${how}: ${notes.trim()}`,
      hint: '',
    };
  };
  return {
    runFolder,
    async make(lease) {
      notes = '';
      const ended = new Promise<AttemptEnd>((resolve) => {
        onCellEnd = ({ incomplete }) =>
          resolve(
            incomplete === null
              ? { kind: 'scored' }
              : { ...incomplete, kind: 'failed', error: incomplete.kind },
          );
      });
      child.stdin.write(`${JSON.stringify(lease)}\n`);
      const end = await Promise.race([ended, died()]);
      return state === 'stopped' ? { kind: 'stopped' } : end;
    },
    takeEvents() {
      const taken = events;
      [events, characters] = [[], 0];
      return taken;
    },
    stop() {
      state = 'stopped';
      child.kill('SIGTERM');
    },
    isUsable: () => state === 'usable',
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}

function readEvent(line: string): unknown {
  const parsed = parseJson(line, z.unknown());
  return parsed.kind === 'valid' ? parsed.value : line;
}
