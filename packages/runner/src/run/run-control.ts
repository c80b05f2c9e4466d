import { watchFile, unwatchFile } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '@refbench/base';
import { controlStateSchema, type ControlState } from '@refbench/contracts';

export type ControlCommand = 'pause' | 'resume' | 'drain' | 'stop' | 'retry';

const POLL_MS = 500;
const NOTHING: ControlState = {
  schema: 1,
  wanted: 'run',
  retries: 0,
  at: new Date(0).toISOString(),
};

function controlFile(runFolder: string): string {
  return join(runFolder, 'control.json');
}

/** What was last asked of a run. */
export async function readControl(runFolder: string): Promise<ControlState> {
  const file = await readJsonFile(controlFile(runFolder), controlStateSchema);
  return file.kind === 'valid' ? file.value : NOTHING;
}

/** Asks the process of a run for something. It notices within a second, on whatever host it runs. */
export async function writeControl(
  runFolder: string,
  command: ControlCommand,
): Promise<ControlState> {
  const before = await readControl(runFolder);
  const state: ControlState = {
    schema: 1,
    wanted: command === 'resume' ? 'run' : command === 'retry' ? before.wanted : command,
    retries: before.retries + (command === 'retry' ? 1 : 0),
    at: new Date().toISOString(),
  };
  await writeJsonFile(controlFile(runFolder), state);
  return state;
}

/** Follows what is asked of a run. */
export interface RunControl extends Disposable {
  /** Aborted when the run should start nothing more. */
  readonly drain: AbortSignal;
  /** Aborted when the run should stop at once. */
  readonly stop: AbortSignal;
  readonly isPaused: () => boolean;
  /** Returns whether another try of what failed was asked for since the last call. */
  takeRetry(): boolean;
  /** Resolves when the run is not paused, or should end. */
  untilResumed(): Promise<void>;
}

/**
 * Watches the control file of a run. A pause from before still holds; a drain or stop does not, because
 * the command was started again.
 * @param say told what was asked for, one sentence each
 */
export async function watchControl(
  runFolder: string,
  say: (message: string) => void,
): Promise<RunControl> {
  const path = controlFile(runFolder);
  const [drain, stop] = [new AbortController(), new AbortController()];
  const waiting = new Set<() => void>();
  const first = await readControl(runFolder);
  let { retries } = first;
  let state: ControlState = first.wanted === 'pause' ? first : { ...first, wanted: 'run' };
  const apply = (next: ControlState): void => {
    if (next.at === state.at) return;
    const before = state.wanted;
    state = next;
    if (next.wanted !== before) say(SAYS[next.wanted]);
    if (next.wanted === 'drain' || next.wanted === 'stop') drain.abort();
    if (next.wanted === 'stop') stop.abort();
    if (next.wanted === 'pause') return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const onChange = (): void => void readControl(runFolder).then(apply);
  // Polls, which also works where the folder is shared between hosts.
  watchFile(path, { interval: POLL_MS, persistent: false }, onChange);
  if (state.wanted === 'pause') say(SAYS.pause);
  return {
    drain: drain.signal,
    stop: stop.signal,
    isPaused: () => state.wanted === 'pause',
    takeRetry() {
      const asked = state.retries > retries;
      retries = state.retries;
      return asked;
    },
    async untilResumed() {
      while (state.wanted === 'pause') {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
    },
    [Symbol.dispose]() {
      unwatchFile(path, onChange);
      for (const resolve of waiting) resolve();
    },
  };
}

const SAYS: Readonly<Record<ControlState['wanted'], string>> = {
  run: 'The run goes on.',
  pause: 'Paused: running attempts are finished, and none starts until refbench ctl resume.',
  drain: 'Finishing running attempts; no other starts.',
  stop: 'Stopping now; run the same command to resume.',
};
