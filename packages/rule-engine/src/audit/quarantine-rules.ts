import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { guardDisk } from '@refbench/files';
import type { Rule } from '../rule.ts';

/** Where rules lie that an audit took out; nothing loads them from there. */
const ASIDE = 'aside';

/**
 * Moves rules out of a ruleset, to `aside/<side>/`; moving a file back undoes it.
 * @throws RefbenchError kind `invalid-file`, before anything is moved, where a file also holds others
 */
export async function setAside(
  rulesDir: string,
  all: readonly Rule[],
  taken: readonly Rule[],
): Promise<readonly string[]> {
  for (const rule of taken) {
    const other = all.find(({ file, id }) => file === rule.file && id !== rule.id);
    if (other === undefined) continue;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${rule.file}: "${rule.id}" cannot be set aside alone, "${other.id}" is in the same file`,
      hint: 'give each rule a file of its own',
    });
  }
  const moved: string[] = [];
  for (const { side, file } of taken) {
    const folder = join(rulesDir, ASIDE, side);
    const path = join(folder, basename(file));
    await guardDisk(path, async () => {
      await mkdir(folder, { recursive: true });
      await rename(file, path);
    });
    moved.push(path);
  }
  return moved;
}
