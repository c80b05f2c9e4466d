import { join } from 'node:path';
import { digestOf, Journal, readJournal } from '@refbench/base';
import { z } from 'zod';
import { commitKeys, repositoryNameSchema, type Commit } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { filterEvent, rejected, type Finding } from '../event-filter/event-filter.ts';
import { isDone, readShardRecords } from '../workspace/mine-folder.ts';
import { readShardFile, shardFile } from '../workspace/shard-file.ts';
import type { Shard } from '../sources/shard.ts';
import type { GithubClient } from './github-client.ts';
import {
  fetchByGraphql,
  fetchByRest,
  complete,
  pullRequestSchema,
  type PullRequest,
} from './pull-request.ts';

/** Larger GraphQL queries time out. */
const BATCH = 50;

const recordSchema = z.strictObject({
  repository: repositoryNameSchema,
  number: z.int(),
  etag: z.string().optional(),
  pull: pullRequestSchema,
});

type HydrationRecord = z.infer<typeof recordSchema>;

export interface HydrateOptions {
  readonly folder: string;
  readonly definition: Definition;
  readonly client: GithubClient;
  /** Requests known pull requests again with their ETags, because stars and titles change. */
  readonly refresh?: boolean;
  readonly onPull?: (done: number, all: number) => void;
}

export interface Hydration {
  readonly shard: Shard;
  readonly asked: number;
}

/**
 * Requests the missing fields of incomplete findings from the API. Responses are stored in
 * hydrated.jsonl batch by batch. Returns a shard whose findings are those commits, filtered again.
 */
export async function hydrate(options: HydrateOptions): Promise<Hydration> {
  const { folder, definition, client, refresh = false, onPull } = options;
  const commits = await incompleteCommits(folder);
  const file = join(folder, 'hydrated.jsonl');
  const { events } = await readJournal(file, recordSchema);
  const known = new Map(events.map((event) => [keyOf(event), event]));
  await using journal = await Journal.open<HydrationRecord>(file);
  const keep = async (record: HydrationRecord): Promise<void> => {
    known.set(keyOf(record), record);
    await journal.append(record);
  };
  const todo = commits.filter((commit) => refresh || !known.has(keyOf(commit)));
  const size = client.hasToken && !refresh ? BATCH : 1;
  for (let at = 0; at < todo.length; at += size) {
    const batch = todo.slice(at, at + size);
    for (const record of await askBatch(client, batch, known)) await keep(record);
    onPull?.(Math.min(at + size, todo.length), todo.length);
  }
  const findings = commits.map((commit) =>
    judge(commit, known.get(keyOf(commit))?.pull, definition),
  );
  // Different findings make a different shard.
  const id = `github-${digestOf(findings).slice(7, 23)}`;
  const coverage = { status: 'whole', records: commits.length, unreadable: 0 } as const;
  return { shard: { id, read: async () => ({ coverage, findings }) }, asked: todo.length };
}

type Numbered = Commit & { readonly number: number };

async function incompleteCommits(folder: string): Promise<readonly Numbered[]> {
  const found = new Map<string, Numbered>();
  for (const { unit, coverage } of (await readShardRecords(folder)).values()) {
    if (!isDone(coverage)) continue;
    for await (const finding of readShardFile(shardFile(folder, unit))) {
      if (finding.kind !== 'incomplete' || finding.commit.number === undefined) continue;
      const { number } = finding.commit;
      const key = commitKeys(finding.commit)[0] ?? '';
      if (!found.has(key)) found.set(key, { ...finding.commit, number });
    }
  }
  return [...found.values()];
}

async function askBatch(
  client: GithubClient,
  batch: readonly Numbered[],
  known: ReadonlyMap<string, HydrationRecord>,
): Promise<readonly HydrationRecord[]> {
  const answers = batch.length > 1 ? await fetchByGraphql(client, batch) : [];
  const records: HydrationRecord[] = [];
  for (const [at, { repository, number }] of batch.entries()) {
    const answer = answers[at];
    if (answer !== undefined) {
      records.push({ repository, number, pull: answer });
      continue;
    }
    const before = known.get(keyOf({ repository, number }));
    const { found, etag } = await fetchByRest(client, { repository, number }, before?.etag);
    const pull = found === 'unchanged' ? before?.pull : found;
    if (pull === undefined) continue;
    records.push({ repository, number, pull, ...(etag === undefined ? {} : { etag }) });
  }
  return records;
}

function judge(commit: Commit, pull: PullRequest | undefined, definition: Definition): Finding {
  const completed = pull === undefined ? commit : complete(commit, pull);
  if (completed !== undefined) return filterEvent(completed, definition);
  const detail =
    pull?.kind === 'gone'
      ? 'the pull request is not available on GitHub'
      : 'the pull request was closed without a merge';
  return rejected(commit, { stage: 'first', code: 'unmerged', detail });
}

function keyOf({
  repository,
  number,
}: {
  readonly repository: string;
  readonly number: number;
}): string {
  return `${repository.toLowerCase()}#${number}`;
}
