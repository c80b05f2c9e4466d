import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidRules } from '../rule/invalid-rules.ts';

/** The sides of a ruleset. */
const SUBFOLDERS = ['additive', 'reductive'];

/** The project file of the ast-grep program, which is not a rule. */
const PROJECT = 'sgconfig.yml';

/**
 * Returns the rule files of a path: the file itself, or the files of a folder of rules or of a ruleset.
 * @throws RefbenchError kind `invalid-file` if there are none
 */
export async function findRuleFiles(path: string): Promise<readonly string[]> {
  const info = await stat(path).catch(() => undefined);
  if (info?.isFile() === true) return [path];
  const found = info?.isDirectory() === true ? await filesOfFolder(path) : [];
  if (found.length > 0) return found;
  throw invalidRules(
    path,
    'no rules found',
    'specify a rule file, a folder with .yml files, or a ruleset',
  );
}

async function filesOfFolder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name) && entry.name !== PROJECT)
    .map((entry) => join(folder, entry.name))
    .sort();
  const nested = await Promise.all(
    SUBFOLDERS.filter((name) =>
      entries.some((entry) => entry.name === name && entry.isDirectory()),
    ).map((name) => filesOfFolder(join(folder, name))),
  );
  return [...own, ...nested.flat()];
}
