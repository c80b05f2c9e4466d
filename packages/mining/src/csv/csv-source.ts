import { RefbenchError } from '@refbench/contracts';
import { digestOf, parseCsv, readTextInput, sha256OfBytes } from '@refbench/base';
import { openHistory } from '@refbench/repos';
import { commitIdSchema, repositoryNameSchema, type Commit } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { filterEvent, rejected, type Finding } from '../event-filter/event-filter.ts';
import { commitOf } from '../history/git-source.ts';
import type { Shard, ShardResult } from '../sources/shard.ts';
import type { StarList } from '../sources/star-list.ts';

const HINT = 'specify a CSV file with the columns owner, repo, golden_commit_hash';

export interface CsvSourceOptions {
  readonly file: string;
  readonly definition: Definition;
  readonly mirror?: string | undefined;
  /** URL template with `{owner}` and `{name}` for repositories that the mirror lacks. */
  readonly url?: string | undefined;
  readonly cacheDir: string;
  /** Stars by repository name in lower case. */
  readonly stars?: StarList | undefined;
}

/**
 * Returns a shard for a list of known commits. The header contains `golden_commit_hash` (or
 * `golden`, `commit`, `sha`), and either `owner` and `repo` or `repository`. The messages are read
 * from the repositories.
 * @throws RefbenchError kind `invalid-file`
 */
export async function csvShard(options: CsvSourceOptions): Promise<Shard> {
  const text = await readTextInput(options.file, { called: 'list of commits', hint: HINT });
  const rows = readRows(options.file, text);
  const key = options.stars?.size ? digestOf([text, [...options.stars]]) : sha256OfBytes(text);
  const id = `csv-${key.slice(7, 23)}`;
  return { id, read: (signal) => readList(rows, options, signal) };
}

interface Row {
  readonly repository: string;
  readonly golden: string;
}

function readRows(file: string, text: string): readonly Row[] {
  const [header = [], ...lines] = parseCsv(text, file);
  const column = (...names: readonly string[]): number =>
    header.findIndex((name) => names.includes(name.trim().toLowerCase()));
  const golden = column('golden_commit_hash', 'golden', 'commit', 'sha');
  const [whole, owner, repo] = [column('repository'), column('owner'), column('repo')];
  if (golden < 0 || (whole < 0 && (owner < 0 || repo < 0))) {
    throw invalid(file, 'the header has no columns for commit and repository');
  }
  return lines.map((fields, at) => {
    const name = whole < 0 ? `${fields[owner] ?? ''}/${fields[repo] ?? ''}` : fields[whole];
    const repository = repositoryNameSchema.safeParse(name);
    const commit = commitIdSchema.safeParse(fields[golden]?.trim());
    if (!repository.success || !commit.success)
      throw invalid(file, `row ${at + 2} has no valid repository and commit`);
    return { repository: repository.data, golden: commit.data };
  });
}

async function readList(
  rows: readonly Row[],
  options: CsvSourceOptions,
  signal: AbortSignal | undefined,
): Promise<ShardResult> {
  const findings: Finding[] = [];
  for (const row of rows) {
    signal?.throwIfAborted();
    findings.push(await readRow(row, options, signal));
  }
  return { coverage: { status: 'whole', records: rows.length, unreadable: 0 }, findings };
}

async function readRow(
  { repository, golden }: Row,
  { definition, mirror, url, cacheDir, stars }: CsvSourceOptions,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const [owner = '', name = ''] = repository.split('/');
  const address = url?.replaceAll('{owner}', owner).replaceAll('{name}', name);
  const asked = { name: repository, mirror, url: address, golden, cacheDir, signal };
  await using history = await openHistory(asked);
  const commit = history.kind === 'history' ? await history.commit(golden) : undefined;
  if (commit !== undefined) {
    const known = stars?.get(repository.toLowerCase());
    return filterEvent(commitOf(repository, commit, known), definition);
  }
  const detail = history.kind === 'absent' ? history.reason : 'the commit has no parent';
  const found: Commit = { repository, golden, merged: 'yes', chosen: true };
  return rejected(found, { stage: 'first', code: 'unreachable', detail });
}

function invalid(file: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: ${reason}`,
    hint: HINT,
  });
}
