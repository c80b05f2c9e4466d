/**
 * The effect of Ctrl-C: the first finishes running work, the second stops it, the third exits
 * immediately.
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
  const onSignal = (): void => {
    if (!drain.signal.aborted) {
      say('Finishing running work; press Ctrl-C again to stop it now.');
      drain.abort(INTERRUPTED);
    } else if (!stop.signal.aborted) {
      say('Stopping now; run the same command to resume.');
      stop.abort(INTERRUPTED);
    } else {
      exit(130);
    }
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return {
    drain: drain.signal,
    stop: stop.signal,
    [Symbol.dispose]() {
      source.off('SIGINT', onSignal);
      source.off('SIGTERM', onSignal);
    },
  };
}
