import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvLines, parseCsv, readTextInput, renderCsv, writeFileAtomic } from '@refbench/base';
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

/** The row of an instance. */
export function rowOf({ repository, base, golden, category, language }: Instance): PublishedRow {
  const [owner = '', repo = ''] = repository.name.split('/');
  return { owner, repo, base, golden, category, language };
}

/** Adds the instances that a published list lacks, in the columns of the list. It is made if it does not exist. */
export async function addToList(folder: string, instances: readonly Instance[]): Promise<void> {
  const file = join(folder, LIST);
  const present = existsSync(file);
  const known = new Set(present ? (await readPublishedList(folder)).map(idOfRow) : []);
  const added = instances.map(rowOf).filter((row) => !known.has(idOfRow(row)));
  const records = added.map(({ base, golden, ...row }) => ({
    ...row,
    commit_hash: base,
    golden_commit_hash: golden,
  }));
  if (!present) {
    await writeFileAtomic(file, renderCsv(records, [...COLUMNS, 'category', 'language']));
  } else if (added.length > 0) {
    const text = await readFile(file, 'utf8');
    const [header = []] = parseCsv(text, file);
    const [, ...lines] = csvLines(records, header);
    await appendFile(file, `${text.endsWith('\n') ? '' : '\r\n'}${lines.join('')}`);
  }
}

/** The id of a published instance, here and there. */
export function idOfRow({ owner, repo, base }: PublishedRow): string {
  return instanceIdOf(`${owner}/${repo}`, base);
}

/** The folder of an instance below each of the published folders: `<owner>/<repository>/<base>`. */
export function folderOfRow({ owner, repo, base }: PublishedRow): string {
  return join(owner, repo, base.slice(0, 8));
}
