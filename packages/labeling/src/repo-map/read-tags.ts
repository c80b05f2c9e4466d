import type { FileTags } from './file-tags.ts';
import type { SourceTree, TreeFile } from './source-tree.ts';
import { tagLanguage } from './tag-rules.ts';
import type { TagStore } from './tag-store.ts';
import { Tagger } from './tagger.ts';

/** Maximum size of the texts in memory that wait to be parsed. */
const CHUNK_BYTES = 16_000_000;

/**
 * Reads the tags of all files in supported languages. Parses only contents that are not in the
 * store.
 */
export async function readTags(
  tree: SourceTree,
  store: TagStore,
  signal: AbortSignal,
): Promise<readonly FileTags[]> {
  const files = tree.files.filter(({ path }) => tagLanguage(path) !== undefined);
  const known = new Map(files.map((file) => [file.path, store.get(file.blob)]));
  const missing = files.filter(({ path }) => known.get(path) === undefined);
  if (missing.length > 0) {
    await using tagger = new Tagger();
    let parsing: Promise<void> = Promise.resolve();
    for await (const chunk of chunksOf(tree, missing)) {
      signal.throwIfAborted();
      // The next chunk is read while this one is parsed.
      await parsing;
      parsing = tagger
        .read(chunk.map(({ file, text }) => ({ path: file.path, text })))
        .then((all) => {
          for (const [at, { file }] of chunk.entries()) {
            const tags = all[at];
            if (tags === undefined) continue;
            known.set(file.path, tags);
            store.put(file.blob, tags);
          }
        });
      parsing.catch(() => undefined);
    }
    await parsing;
    await store.save(new Set(files.map(({ blob }) => blob)));
  }
  return files.flatMap(({ path }) => {
    const tags = known.get(path);
    return tags === undefined ? [] : [{ path, ...tags }];
  });
}

async function* chunksOf(
  tree: SourceTree,
  files: readonly TreeFile[],
): AsyncGenerator<readonly { readonly file: TreeFile; readonly text: string }[]> {
  let chunk: { file: TreeFile; text: string }[] = [];
  let bytesRead = 0;
  for await (const { file, bytes } of tree.read(files)) {
    chunk.push({ file, text: bytes.toString('utf8') });
    bytesRead += bytes.length;
    if (bytesRead < CHUNK_BYTES) continue;
    yield chunk;
    chunk = [];
    bytesRead = 0;
  }
  if (chunk.length > 0) yield chunk;
}
