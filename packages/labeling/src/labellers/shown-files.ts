import type { SourceTree } from '../repo-map/source-tree.ts';
import { estimateTokens } from '../repo-map/tokens.ts';

/** A file as a prompt shows it. */
export interface ShownFile {
  readonly path: string;
  readonly text: string;
  readonly tokens: number;
}

/** Reads files of a tree in the form of a prompt. Binary files and unknown paths are left out. */
export async function* shownFiles(
  tree: SourceTree,
  paths: Iterable<string>,
): AsyncGenerator<ShownFile, void, undefined> {
  const wanted = new Set(paths);
  const files = tree.files.filter(({ path }) => wanted.has(path));
  for await (const { file, bytes } of tree.read(files)) {
    if (bytes.includes(0)) continue;
    const { path } = file;
    const text = `<file path="${path}">\n${bytes.toString('utf8')}\n</file>\n`;
    yield { path, text, tokens: estimateTokens(text) };
  }
}
