import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import {
  findAttempt,
  readAttemptView,
  readRunView,
  type AttemptFolder,
  type AttemptView,
  type Behaviour,
  type RunView,
} from '@refbench/evidence';

export interface RunStoreOptions {
  readonly runsDir: string;
  readonly instancesDir: string;
}

/** A run that cannot be read is listed with its problem. */
export type StoredRun =
  | { readonly kind: 'view'; readonly run: string; readonly view: RunView }
  | { readonly kind: 'problem'; readonly run: string; readonly problem: string };

const PAUSE_MS = 200;

interface KnownBehaviour {
  readonly version: string;
  /** Null while it is unknown. */
  readonly value: Behaviour | null;
}

interface Kept<T> {
  readonly version: string;
  readonly value: Promise<T>;
}

/**
 * Reads the runs of a folder. Views are kept while their files stay the same, so that a page that
 * updates itself costs little.
 */
export class RunStore {
  private readonly options: RunStoreOptions;
  private readonly views = new Map<string, Kept<RunView>>();
  private readonly behaviours = new Map<string, KnownBehaviour>();
  /** Trajectories are read one after the other, because they can be large. */
  private reading: Promise<void> = Promise.resolve();
  private pending = 0;
  /** Grows when behaviours became known that a view did not have. */
  private generation = 0;

  constructor(options: RunStoreOptions) {
    this.options = options;
  }

  /** Names of the runs, the newest first. */
  async names(): Promise<readonly string[]> {
    const entries = await readdir(this.options.runsDir, { withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries
        .filter((entry) => entry.isDirectory())
        .map(async ({ name }) => ({
          name,
          time: await timeOf(join(this.options.runsDir, name, 'run.json')),
        })),
    );
    return found
      .filter(({ time }) => time !== 0)
      .sort((left, right) => right.time - left.time)
      .map(({ name }) => name);
  }

  async list(): Promise<readonly StoredRun[]> {
    const names = await this.names();
    return await Promise.all(
      names.map(async (run): Promise<StoredRun> => {
        try {
          return { kind: 'view', run, view: await this.view(run) };
        } catch (error) {
          if (!RefbenchError.isInstance(error)) throw error;
          return { kind: 'problem', run, problem: error.message };
        }
      }),
    );
  }

  async view(run: string): Promise<RunView> {
    const folder = await this.folderOf(run);
    const version = `${this.generation} ${await this.versionOf(folder)}`;
    return await kept(this.views, run, version, () =>
      readRunView(folder, {
        instancesDir: this.options.instancesDir,
        behaviourOf: (attempt) => this.behaviour(attempt),
      }),
    );
  }

  async attempt(run: string, key: string): Promise<AttemptView> {
    return await readAttemptView(await findAttempt(await this.folderOf(run), key));
  }

  /** Changes when any run changes. */
  async version(): Promise<string> {
    const names = await this.names();
    const versions = await Promise.all(
      names.map((name) => this.versionOf(join(this.options.runsDir, name))),
    );
    return `${names.join()}|${versions.join()}|${this.generation}`;
  }

  /** Every change of a run is in its journal; a lock says whether it goes on. */
  private async versionOf(folder: string): Promise<string> {
    const times = await Promise.all(
      ['run.json', 'events.jsonl', '.lock'].map((name) => timeOf(join(folder, name))),
    );
    return times.join();
  }

  /** Only names that the folder has become paths. */
  private async folderOf(run: string): Promise<string> {
    const names = await this.names();
    if (names.includes(run)) return join(this.options.runsDir, run);
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no run "${run}" in ${this.options.runsDir}`,
      hint: 'refbench runs list shows the runs',
    });
  }

  /**
   * Returns what is known of an attempt's behaviour, and reads the rest in the background: a page must
   * not wait for all trajectories of a run.
   */
  private async behaviour(attempt: AttemptFolder): Promise<Behaviour | null> {
    const { folder } = attempt;
    const times = await Promise.all(
      ['attempt.json', 'score.json'].map((name) => timeOf(join(folder, name))),
    );
    const version = times.join();
    const known = this.behaviours.get(folder);
    if (known?.version === version) return known.value;
    this.behaviours.set(folder, { version, value: null });
    this.pending += 1;
    this.reading = this.reading
      // Reading is work for the processor, so answers come first.
      .then(() => sleep(PAUSE_MS))
      .then(async () => {
        const { behaviour: value } = await readAttemptView(attempt);
        this.behaviours.set(folder, { version, value });
      })
      // A trajectory that cannot be read has no behaviour.
      .catch(() => undefined)
      .then(() => {
        this.pending -= 1;
        if (this.pending === 0) this.generation += 1;
      });
    return null;
  }
}

async function kept<T>(
  store: Map<string, Kept<T>>,
  key: string,
  version: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = store.get(key);
  if (known?.version === version) return await known.value;
  const value = read();
  store.set(key, { version, value });
  try {
    return await value;
  } catch (error) {
    store.delete(key);
    throw error;
  }
}

async function timeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
