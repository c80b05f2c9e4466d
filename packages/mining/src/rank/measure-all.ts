import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Journal, readJournal } from '@refbench/files';
import { openHistory } from '@refbench/repos';
import { mapConcurrent } from '../map-concurrent.ts';
import type { Admitted } from '../event-filter/event-filter.ts';
import { measureCommit, type MeasureTools } from './measure-commit.ts';
import { measurementSchema, type Measurement } from './measurement.ts';

export interface MeasureAllOptions extends MeasureTools {
  readonly folder: string;
  readonly mirror?: string | undefined;
  /** Of a repository that the mirror has not, with `{owner}` and `{name}`; undefined: mirrors only. */
  readonly url?: string | undefined;
  readonly cacheDir: string;
  /** Commits whose diffs are read at once; without it, one a processor. */
  readonly jobs?: number | undefined;
  readonly onCommit?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** So many commits share an open repository; few enough that the last ones are not read by one job. */
const BATCH = 8;

/** Measures what was not measured yet; a kill loses the measurements under way and nothing else. */
export async function measureAll(
  admitted: readonly Admitted[],
  options: MeasureAllOptions,
): Promise<ReadonlyMap<string, Measurement>> {
  const { folder, onCommit, signal, jobs = availableParallelism() } = options;
  const events = await readMeasurements(folder);
  const known = new Map(events.filter(isFinal).map((event) => [event.golden, event]));
  await using journal = await Journal.open<Measurement>(measuresFile(folder));
  const todo = admitted.filter(({ commit }) => !known.has(commit.golden ?? ''));
  let done = admitted.length - todo.length;
  await mapConcurrent(batches(todo), jobs, async ({ repository, goldens }) => {
    signal?.throwIfAborted();
    for await (const measurement of measureRepository(repository, goldens, options)) {
      await journal.append(measurement);
      known.set(measurement.golden, measurement);
      done += 1;
      onCommit?.(done, admitted.length);
      signal?.throwIfAborted();
    }
  });
  return known;
}

export async function readMeasurements(folder: string): Promise<readonly Measurement[]> {
  return (await readJournal(measuresFile(folder), measurementSchema)).events;
}

function measuresFile(folder: string): string {
  return join(folder, 'measures.jsonl');
}

/** A repository that could not be reached may be reached next time. */
function isFinal(measurement: Measurement): boolean {
  return measurement.kind === 'measured' || measurement.why.code !== 'unreachable';
}

interface CommitBatch {
  readonly repository: string;
  readonly goldens: readonly string[];
}

function batches(admitted: readonly Admitted[]): readonly CommitBatch[] {
  const groups = new Map<string, string[]>();
  for (const { commit } of admitted) {
    if (commit.golden === undefined) continue;
    const group = groups.get(commit.repository);
    if (group === undefined) groups.set(commit.repository, [commit.golden]);
    else group.push(commit.golden);
  }
  return [...groups].flatMap(([repository, all]) =>
    Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) => ({
      repository,
      goldens: all.slice(at * BATCH, (at + 1) * BATCH),
    })),
  );
}

async function* measureRepository(
  repository: string,
  goldens: readonly string[],
  options: MeasureAllOptions,
): AsyncGenerator<Measurement, void, undefined> {
  const { mirror, cacheDir, signal } = options;
  // Once for all of them; what the mirror lacks is fetched one by one.
  await using held = await openHistory({ name: repository, mirror, cacheDir, signal });
  for (const golden of goldens) {
    const commit = held.kind === 'history' ? await held.commit(golden) : undefined;
    if (commit !== undefined && held.kind === 'history') {
      yield await measureCommit(held, repository, commit, options);
    } else {
      const lacks = held.kind === 'history' ? 'the mirror lacks it or its parent' : held.reason;
      yield await measureFetched(repository, golden, lacks, options);
    }
  }
}

async function measureFetched(
  repository: string,
  golden: string,
  lacks: string,
  options: MeasureAllOptions,
): Promise<Measurement> {
  const { url, cacheDir, signal } = options;
  if (url === undefined) return unreachable(repository, golden, lacks);
  const [owner = '', name = ''] = repository.split('/');
  const address = url.replaceAll('{owner}', owner).replaceAll('{name}', name);
  const asked = { name: repository, url: address, golden, cacheDir, signal };
  await using fetched = await openHistory(asked);
  if (fetched.kind === 'absent') return unreachable(repository, golden, fetched.reason);
  const commit = await fetched.commit(golden);
  if (commit !== undefined) return await measureCommit(fetched, repository, commit, options);
  return unreachable(repository, golden, 'it has no parent');
}

function unreachable(repository: string, golden: string, detail: string): Measurement {
  const why = { stage: 'second', code: 'unreachable', detail } as const;
  return { kind: 'rejected', repository, golden, why };
}
