import { significantKeys } from '../tree/significant-lines.ts';
import { extensionOf, isSameFamily } from '../languages/language-families.ts';
import { withoutComments } from './languages/source-words.ts';
import type { PairedTree, TreePair } from '../tree/tree-pair.ts';

/** The least similarity of a file and the removed file that it was, as in git's default. */
const SIMILAR = 0.5;

/**
 * Finds new files that base had under another path: at least half of the significant lines of the
 * larger file are in both, without comments. A removed file that was copied into a larger new one is no rename.
 * @param added paths that base lacks
 */
export async function renamedFiles(
  { base, after }: TreePair,
  added: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const present = await after.paths();
  const removed = new Set([...(await base.paths())].filter((path) => !present.has(path)));
  if (removed.size === 0 || added.size === 0) return new Set();
  const before = await keysOf(base, removed);
  const renamed = new Set<string>();
  for (const [path, keys] of await keysOf(after, added)) {
    for (const [old, oldKeys] of before) {
      if (!isSameFamily(extensionOf(path), extensionOf(old))) continue;
      if (similarity(keys, oldKeys) >= SIMILAR) renamed.add(path);
    }
  }
  return renamed;
}

/** |A n B| / max(|A|, |B|); 0 if one of the sets is empty. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const larger = Math.max(left.size, right.size);
  if (Math.min(left.size, right.size) / larger < SIMILAR) return 0;
  return larger === 0 ? 0 : [...left].filter((key) => right.has(key)).length / larger;
}

async function keysOf(
  tree: PairedTree,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const keys = new Map<string, ReadonlySet<string>>();
  for await (const { path, bytes } of tree.read((one) => wanted.has(one))) {
    const code = withoutComments(path, bytes.toString('utf8'));
    keys.set(path, significantKeys(code.split('\n')));
  }
  return keys;
}
