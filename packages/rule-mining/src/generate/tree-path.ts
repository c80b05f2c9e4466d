import { posix } from 'node:path';
import { isGlob, type CommandWord } from './command-words.ts';

/** The folder of base in the container. */
export const TREE = '/testbed';

/** Returns why a path must not be read; undefined if it is in the tree. */
export function pathFault(word: CommandWord): string | undefined {
  const { text } = word;
  const outside = `"${text}" is outside of the tree; only files below ${TREE} can be read`;
  if (text.startsWith('~')) return outside;
  const path = posix.normalize(text.startsWith('/') ? text : `${TREE}/${text}`);
  if (path !== TREE && !path.startsWith(`${TREE}/`)) return outside;
  if (!isGlob(word)) return undefined;
  const segments = text.split('/');
  // A shell may expand ".*" to "..", and ".." after a pattern leads to an unknown folder.
  const leaves = segments.some((one) => one === '..' || /^\.[.*?]*[*?][.*?]*$/.test(one));
  return leaves ? `"${text}" may lead out of the tree; write the folders out` : undefined;
}
