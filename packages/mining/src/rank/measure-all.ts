import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Journal, mapConcurrent, readJournal } from '@refbench/base';
import { openHistory } from '@refbench/repos';
import type { Admitted } from '../event-filter/event-filter.ts';
import { measureCommit, type MeasureTools } from './measure-commit.ts';
import { measurementSchema, type Measurement } from '../diff-filter/measurement.ts';

export interface MeasureAllOptions extends MeasureTools {
  readonly folder: string;
  readonly mirror?: string | undefined;
  /**
   * URL template with `{owner}` and `{name}` for repositories that the mirror lacks. Undefined: use
   * mirrors only.
   */
  readonly url?: string | undefined;
  readonly cacheDir: string;
  /** Number of diffs to read at once. Defaults to the number of processors. */
  readonly jobs?: number | undefined;
  readonly onCommit?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Number of commits that share an open repository. Small enough that the last ones are spread over
 * several jobs.
 */
const BATCH = 8;

/**
 * Measures all commits that were not measured yet. If the process is killed, only the running
 * measurements are lost.
 */
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
    for await (const found of measureRepository(repository, goldens, options)) {
      // In the key order of the schema, like measurements of an earlier run, so that a ranking does
      // not depend on interruptions.
      const measurement = measurementSchema.parse(found);
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

/** An unreachable repository is tried again next time. */
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
  // Opens the mirror once for all commits. Commits that it lacks are fetched individually.
  await using held = await openHistory({ name: repository, mirror, cacheDir, signal });
  for (const golden of goldens) {
    const commit = held.kind === 'history' ? await held.commit(golden) : undefined;
    if (commit !== undefined && held.kind === 'history') {
      yield await measureCommit(held, repository, commit, options);
    } else {
      const reason =
        held.kind === 'history' ? 'the mirror lacks the commit or its parent' : held.reason;
      yield await measureFetched(repository, golden, reason, options);
    }
  }
}

async function measureFetched(
  repository: string,
  golden: string,
  reason: string,
  options: MeasureAllOptions,
): Promise<Measurement> {
  const { url, cacheDir, signal } = options;
  if (url === undefined) return unreachable(repository, golden, reason);
  const [owner = '', name = ''] = repository.split('/');
  const address = url.replaceAll('{owner}', owner).replaceAll('{name}', name);
  const asked = { name: repository, url: address, golden, cacheDir, signal };
  await using fetched = await openHistory(asked);
  if (fetched.kind === 'absent') return unreachable(repository, golden, fetched.reason);
  const commit = await fetched.commit(golden);
  if (commit !== undefined) return await measureCommit(fetched, repository, commit, options);
  return unreachable(repository, golden, 'the commit has no parent');
}

function unreachable(repository: string, golden: string, detail: string): Measurement {
  const why = { stage: 'second', code: 'unreachable', detail } as const;
  return { kind: 'rejected', repository, golden, why };
}
