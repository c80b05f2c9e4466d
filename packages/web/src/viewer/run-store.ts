import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  private readonly behaviours = new Map<string, Kept<Behaviour | null>>();

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
    const version = await this.versionOf(folder);
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
    return `${names.join()}|${versions.join()}`;
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

  private async behaviour(attempt: AttemptFolder): Promise<Behaviour | null> {
    const times = await Promise.all(
      ['attempt.json', 'score.json'].map((name) => timeOf(join(attempt.folder, name))),
    );
    return await kept(
      this.behaviours,
      attempt.folder,
      times.join(),
      async () => (await readAttemptView(attempt)).behaviour,
    );
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
