/** What Ctrl-C means: first finish what runs, then stop it, then leave at once. */
export interface RunSignals extends Disposable {
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
}

/** Why either signal aborts: somebody's wish, and no fault. */
const INTERRUPTED = new Error('interrupted');

/** What a step that was stopped by one of these signals throws. */
export function isInterruption(error: unknown): boolean {
  return error === INTERRUPTED || (error instanceof Error && error.cause === INTERRUPTED);
}

type SignalSource = Pick<NodeJS.Process, 'on' | 'off'>;

/** Installs the handlers; `say` tells the person at the terminal what the next Ctrl-C will do. */
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
      say('Finishing what runs; press Ctrl-C again to stop it now.');
      drain.abort(INTERRUPTED);
    } else if (!stop.signal.aborted) {
      say('Stopping it now; the same command goes on from here.');
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
