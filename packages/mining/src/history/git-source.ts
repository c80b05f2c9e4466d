import { RefbenchError } from '@refbench/contracts';
import { openHistory, type HistoryCommit } from '@refbench/repos';
import { repositoryNameSchema, type Commit } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { filterEvent, type Finding } from '../event-filter/event-filter.ts';
import { countKeywords } from '../event-filter/keywords.ts';
import { RecurringLines } from '../event-filter/recurring-lines.ts';
import { pullRequestNumber, splitMessage } from '../event-filter/message.ts';
import type { Shard, ShardResult } from '../sources/shard.ts';
import type { StarList } from '../sources/star-list.ts';

export interface GitSourceOptions {
  readonly definition: Definition;
  /** Repositories as `owner/name`, one shard each. */
  readonly repositories: readonly string[];
  readonly mirror: string;
  readonly cacheDir: string;
  /** ISO date of the oldest commit to read. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Stars by repository name in lower case. Repositories without an entry need no stars. */
  readonly stars?: StarList | undefined;
}

/** Returns one shard per mirrored repository. Each reads the history along first parents. */
export async function gitShards(options: GitSourceOptions): Promise<readonly Shard[]> {
  const shards: Shard[] = [];
  for (const repository of options.repositories) shards.push(await gitShard(repository, options));
  return shards;
}

/** The id contains the tip, so that an updated mirror is a new shard. */
async function gitShard(repository: string, options: GitSourceOptions): Promise<Shard> {
  if (!repositoryNameSchema.safeParse(repository).success) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${JSON.stringify(repository)} is not a valid repository`,
      hint: 'specify the repository as owner/name',
    });
  }
  const { mirror, cacheDir, since, until } = options;
  await using history = await open(repository, mirror, cacheDir);
  const { head } = history;
  if (head === undefined) {
    throw new RefbenchError({
      kind: 'repository',
      message: `the mirror of ${repository} has no readable HEAD`,
      hint: 'point HEAD at a branch: git symbolic-ref HEAD refs/heads/<branch>',
    });
  }
  const range = [since, until].map((date) => date?.replaceAll(/[^0-9-]/g, '') ?? '').join('..');
  const stars = options.stars?.get(repository.toLowerCase());
  const parts = [head.slice(0, 12), ...(range === '..' ? [] : [range])];
  // Another list of stars is another result.
  if (stars !== undefined) parts.push(`${stars}-stars`);
  const id = `git-${repository.replace('/', '__')}-${parts.join('-')}`;
  return { id, read: (signal) => readHistory(repository, head, options, signal) };
}

async function readHistory(
  repository: string,
  head: string,
  options: GitSourceOptions,
  signal: AbortSignal | undefined,
): Promise<ShardResult> {
  const { definition, mirror, cacheDir, since, until } = options;
  const stars = options.stars?.get(repository.toLowerCase());
  const commits: Commit[] = [];
  const lines = new RecurringLines(
    (line) => countKeywords(line, definition.keywords).veto !== undefined,
  );
  await using history = await open(repository, mirror, cacheDir);
  for await (const commit of history.walk({ from: head, since, until, signal })) {
    const found = commitOf(repository, commit, stars);
    if (found.body !== undefined) lines.add(found.body);
    commits.push(found);
  }
  const templates = lines.recurring();
  const findings: Finding[] = commits.map((commit) => filterEvent(commit, definition, templates));
  return { coverage: { status: 'whole', records: commits.length, unreadable: 0 }, findings };
}

async function open(repository: string, mirror: string, cacheDir: string) {
  const history = await openHistory({ name: repository, mirror, cacheDir });
  if (history.kind === 'history') return history;
  throw new RefbenchError({
    kind: 'repository',
    message: `${repository}: ${history.reason}`,
    hint: 'specify a --mirror that contains the repository',
  });
}

export function commitOf(
  repository: string,
  { golden, base, time, message, paths }: HistoryCommit,
  stars: number | undefined,
): Commit {
  const number = pullRequestNumber(message);
  return {
    repository,
    ...(number === undefined || number === 0 ? {} : { number }),
    golden,
    base,
    merged: 'yes',
    merged_at: new Date(time * 1000).toISOString(),
    ...splitMessage(message),
    ...(stars === undefined ? {} : { stars }),
    paths: { count: paths, rename_is: 2 },
    chosen: stars === undefined,
  };
}
