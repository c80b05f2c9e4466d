import { join } from 'node:path';
import { parseCsv, readTextInput } from '@refbench/base';
import { instanceIdOf, instanceSchema, RefbenchError, type Instance } from '@refbench/contracts';

/** A row of the published list of instances. */
export interface PublishedRow {
  readonly owner: string;
  readonly repo: string;
  /** 40 hex digits, as `golden`. */
  readonly base: string;
  readonly golden: string;
  readonly category: string | undefined;
  /** Undefined if the list does not name one that is supported. */
  readonly language: Instance['language'] | undefined;
}

/** The name of the published list. */
export const LIST = 'instances.csv';

const COLUMNS = ['owner', 'repo', 'commit_hash', 'golden_commit_hash'] as const;
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Reads `instances.csv` of a folder with published instances.
 * @throws RefbenchError kind `invalid-file` that names the column or row
 */
export async function readPublishedList(folder: string): Promise<readonly PublishedRow[]> {
  const file = join(folder, LIST);
  const hint = `specify the folder that contains instances.csv, with the columns ${COLUMNS.join(', ')}`;
  const invalid = (message: string): RefbenchError =>
    new RefbenchError({ kind: 'invalid-file', message: `${file}: ${message}`, hint });
  const text = await readTextInput(file, { called: 'list of instances', hint });
  const [header = [], ...rows] = parseCsv(text, file);
  const names = header.map((name) => name.trim());
  for (const column of COLUMNS) {
    if (!names.includes(column)) throw invalid(`the column ${column} is missing`);
  }
  return rows.map((fields, index) => {
    const value = (column: string): string => fields[names.indexOf(column)]?.trim() ?? '';
    const [base, golden] = [value('commit_hash'), value('golden_commit_hash')];
    if (!COMMIT.test(base) || !COMMIT.test(golden)) {
      throw invalid(`row ${index + 2} has no two commits of 40 hex digits`);
    }
    const language = instanceSchema.shape.language.safeParse(value('language').toLowerCase());
    const category = value('category');
    return {
      owner: value('owner'),
      repo: value('repo'),
      base,
      golden,
      category: category === '' ? undefined : category,
      language: language.success ? language.data : undefined,
    };
  });
}

/** The id of a published instance, here and there. */
export function idOfRow({ owner, repo, base }: PublishedRow): string {
  return instanceIdOf(`${owner}/${repo}`, base);
}

/** The folder of an instance below each of the published folders: `<owner>/<repository>/<base>`. */
export function folderOfRow({ owner, repo, base }: PublishedRow): string {
  return join(owner, repo, base.slice(0, 8));
}
