import { parseCsv, readTextInput } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { repositoryNameSchema } from '../commit/commit.ts';

/** Stars by repository name in lower case. */
export type StarList = ReadonlyMap<string, number>;

/**
 * Reads stars for sources that have none: a CSV file with the columns `repository` (or `owner` and
 * `repo`) and `stars`.
 * @throws RefbenchError kind `invalid-file` if a column is missing, or a row is malformed or repeated
 */
export async function readStarList(file: string): Promise<StarList> {
  const hint = 'specify a CSV file with the columns repository and stars';
  const invalid = (reason: string): RefbenchError =>
    new RefbenchError({ kind: 'invalid-file', message: `${file}: ${reason}`, hint });
  const text = await readTextInput(file, { called: 'list of stars', hint });
  const [header = [], ...rows] = parseCsv(text, file);
  const column = (name: string): number =>
    header.findIndex((field) => field.trim().toLowerCase() === name);
  const [whole, owner, repo, count] = ['repository', 'owner', 'repo', 'stars'].map(column);
  const isWhole = (whole ?? -1) >= 0;
  if ((count ?? -1) < 0 || (!isWhole && ((owner ?? -1) < 0 || (repo ?? -1) < 0))) {
    throw invalid('the header has no columns for repository and stars');
  }
  const stars = new Map<string, number>();
  for (const [at, fields] of rows.entries()) {
    const field = (index: number | undefined): string => fields[index ?? -1]?.trim() ?? '';
    const name = isWhole ? field(whole) : `${field(owner)}/${field(repo)}`;
    const row = `row ${at + 2}`;
    if (!repositoryNameSchema.safeParse(name).success) {
      throw invalid(`${row}: ${JSON.stringify(name)} is no repository`);
    }
    if (!/^\d{1,9}$/.test(field(count))) {
      throw invalid(`${row}: ${JSON.stringify(field(count))} is no number of stars`);
    }
    const key = name.toLowerCase();
    if (stars.has(key)) throw invalid(`${row} repeats ${name}`);
    stars.set(key, Number(field(count)));
  }
  return stars;
}
