import { constants } from 'node:os';
import { EXIT_CODES } from '@refbench/contracts';

/**
 * The first Ctrl-C finishes the running work, the second stops it, and the third exits at once. SIGTERM
 * and SIGHUP stop it at once, because SIGKILL usually follows soon.
 */
export interface RunSignals extends Disposable {
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
}

/** The abort reason of both signals. An interruption is not an error. */
const INTERRUPTED = new Error('interrupted');

/** Whether an error was caused by one of these signals. */
export function isInterruption(error: unknown): boolean {
  return error === INTERRUPTED || (error instanceof Error && error.cause === INTERRUPTED);
}

/**
 * Whether this process got a signal. Programs that it started may have got the same one: a terminal
 * sends Ctrl-C to all of them. So whatever fails afterwards fails for that reason.
 */
export function wasSignalled(source: SignalSource = process): boolean {
  return signalled.has(source);
}

const signalled = new WeakSet<SignalSource>();

/** The signal that interrupted this process; undefined if none did. */
let received: Signal | undefined;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** Returns the exit code of a shell for a process that a signal ended: 128 + its number. */
function signalExitCode(signal: Signal): number {
  return 128 + constants.signals[signal];
}

/** Returns the exit code of a command; an interrupted one tells which signal it was. */
export function withSignal(code: number): number {
  return code === EXIT_CODES.interrupted && received !== undefined
    ? signalExitCode(received)
    : code;
}

type SignalSource = Pick<NodeJS.Process, 'on' | 'off'>;

/** Installs the signal handlers. `say` announces the effect of the next Ctrl-C. */
export function twoStageSignals(
  say: (message: string) => void,
  source: SignalSource = process,
  exit: (code: number) => void = (code) => {
    // oxlint-disable-next-line unicorn/no-process-exit -- the person asked three times
    process.exit(code);
  },
): RunSignals {
  const drain = new AbortController();
  const stop = new AbortController();
  const onSignal = (signal: Signal): void => {
    received ??= signal;
    signalled.add(source);
    const isFirst = !drain.signal.aborted;
    drain.abort(INTERRUPTED);
    if (isFirst && signal === 'SIGINT') {
      say('Finishing running work; press Ctrl-C again to stop it now.');
    } else if (!stop.signal.aborted) {
      say('Stopping now; run the same command to resume.');
      stop.abort(INTERRUPTED);
    } else {
      exit(signalExitCode(received));
    }
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
  return {
    drain: drain.signal,
    stop: stop.signal,
    [Symbol.dispose]() {
      for (const signal of SIGNALS) source.off(signal, onSignal);
    },
  };
}
