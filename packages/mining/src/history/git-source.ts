import { RefbenchError } from '@refbench/contracts';
import { openHistory, type HistoryCommit } from '@refbench/repos';
import { repositoryNameSchema, type Commit } from '../commit.ts';
import type { Definition } from '../definition.ts';
import { firstStage, type Finding } from '../first/first-stage.ts';
import { pullRequestNumber, splitMessage } from '../first/message.ts';
import type { Unit, UnitResult } from '../sources/unit.ts';

export interface GitSourceOptions {
  readonly definition: Definition;
  /** `owner/name`, each one unit. */
  readonly repositories: readonly string[];
  readonly mirror: string;
  readonly cacheDir: string;
  /** ISO dates. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Stars by repository in lower case, where somebody has them: then they are looked at. */
  readonly stars?: ReadonlyMap<string, number> | undefined;
}

/** Histories of mirrors along first parents; a commit that was merged there is one that counts. */
export async function gitUnits(options: GitSourceOptions): Promise<readonly Unit[]> {
  const units: Unit[] = [];
  for (const repository of options.repositories) units.push(await gitUnit(repository, options));
  return units;
}

/** The tip is part of the name: a mirror that went on is another unit. */
async function gitUnit(repository: string, options: GitSourceOptions): Promise<Unit> {
  if (!repositoryNameSchema.safeParse(repository).success) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${JSON.stringify(repository)} names no repository`,
      hint: 'give it as owner/name',
    });
  }
  const { mirror, cacheDir, since, until } = options;
  await using history = await open(repository, mirror, cacheDir);
  const { head } = history;
  if (head === undefined) {
    throw new RefbenchError({
      kind: 'repository',
      message: `the mirror of ${repository} has no HEAD that can be read`,
      hint: 'point HEAD at a branch: git symbolic-ref HEAD refs/heads/<branch>',
    });
  }
  const range = [since, until].map((date) => date?.replaceAll(/[^0-9-]/g, '') ?? '').join('..');
  const id = `git-${repository.replace('/', '__')}-${head.slice(0, 12)}${range === '..' ? '' : `-${range}`}`;
  return { id, read: (signal) => readHistory(repository, head, options, signal) };
}

async function readHistory(
  repository: string,
  head: string,
  options: GitSourceOptions,
  signal: AbortSignal | undefined,
): Promise<UnitResult> {
  const { definition, mirror, cacheDir, since, until } = options;
  const stars = options.stars?.get(repository.toLowerCase());
  const findings: Finding[] = [];
  let records = 0;
  await using history = await open(repository, mirror, cacheDir);
  for await (const commit of history.walk({ from: head, since, until, signal })) {
    records += 1;
    findings.push(firstStage(commitOf(repository, commit, stars), definition));
  }
  return { coverage: { status: 'whole', records, unreadable: 0 }, findings };
}

async function open(repository: string, mirror: string, cacheDir: string) {
  const history = await openHistory({ name: repository, mirror, cacheDir });
  if (history.kind === 'history') return history;
  throw new RefbenchError({
    kind: 'repository',
    message: `${repository}: ${history.reason}`,
    hint: 'give a --mirror that holds it',
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
