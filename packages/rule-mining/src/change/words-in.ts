import { languageOfPath } from '@refbench/code-facts';
import { displayPath, type Repository, type Tree } from '@refbench/repos';

const WORD = /[A-Za-z_$][\w$]*/g;

/** Returns those of the words that stand anywhere in the source files of a tree. Reads each file once. */
export async function wordsIn(
  repository: Repository,
  tree: Tree,
  words: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const sources = [...tree].filter(([path]) => languageOfPath(displayPath(path)) !== undefined);
  const blobs = new Set(sources.map(([, { oid }]) => oid));
  for await (const { bytes } of repository.readBlobs(blobs)) {
    for (const [word] of bytes.toString('latin1').matchAll(WORD)) {
      if (words.has(word)) found.add(word);
    }
    if (found.size === words.size) break;
  }
  return found;
}
