import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { guardDisk } from '@refbench/base';
import type { Rule } from '@refbench/rule-engine';

/** The folder for rules that an audit removed. Nothing loads rules from it. */
const ASIDE = 'aside';

/**
 * Moves rules of a ruleset to `aside/<side>/`. Moving a file back undoes it. A file that was moved
 * earlier is not overwritten; the new one gets a number.
 * @throws RefbenchError kind `invalid-file`, before anything is moved, if a file also contains other
 * rules
 */
export async function quarantineRules(
  rulesDir: string,
  all: readonly Rule[],
  taken: readonly Rule[],
): Promise<readonly string[]> {
  for (const rule of taken) {
    const other = all.find(({ file, id }) => file === rule.file && id !== rule.id);
    if (other === undefined) continue;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${rule.file}: "${rule.id}" cannot be moved alone, because "${other.id}" is in the same file`,
      hint: 'put each rule into its own file',
    });
  }
  const moved: string[] = [];
  for (const { side, file } of taken) {
    const folder = join(rulesDir, ASIDE, side);
    const path = await freePath(folder, basename(file));
    await guardDisk(path, async () => {
      await mkdir(folder, { recursive: true });
      await rename(file, path);
    });
    moved.push(path);
  }
  return moved;
}

async function freePath(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder).catch(() => []));
  const ending = extname(name);
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    free = `${basename(name, ending)}-${number}${ending}`;
  }
  return join(folder, free);
}
