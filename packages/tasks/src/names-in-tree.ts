import type { Repository, Tree } from '@refbench/repos';
import { blobTexts } from './blob-texts.ts';
import { keyOf, numbersOf, wordsOf } from './name-key.ts';

/** What may stand between the words of a name, and between those of a phrase. */
const JOINTS = { name: '[-_.]?', phrase: '[-_.\\s]?' } as const;
const PLURAL = '(?:es|s)?';

/**
 * How a text uses the words of a name. A name is known only where base has it as one name; for a
 * phrase, the same words in a row are enough.
 */
export type Usage = keyof typeof JOINTS;

/**
 * Returns those names that occur anywhere in base, in any spelling: as words, in the singular or
 * plural, or as a part of a longer name. Reads all text of base once.
 */
export async function namesInTree(
  repository: Repository,
  tree: Tree,
  names: ReadonlyMap<string, Usage>,
): Promise<ReadonlySet<string>> {
  const wanted = new Map([...names].map(([name, usage]) => [name, matcherOf(name, usage)]));
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  const blobs = [...tree.values()].filter(({ mode }) => mode !== '160000').map(({ oid }) => oid);
  for await (const { text } of blobTexts(repository, blobs)) {
    const split = splitAtCase(text);
    for (const [name, expression] of wanted) {
      if (!expression.test(text) && !expression.test(split)) continue;
      found.add(name);
      wanted.delete(name);
    }
    if (wanted.size === 0) break;
  }
  return found;
}

/** Separates the words of names such as `getCommands`, so that each of them is a word. */
function splitAtCase(text: string): string {
  return text
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1_')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1_');
}

function matcherOf(name: string, usage: Usage): RegExp {
  const spellings = [wordsOf(name), [keyOf(name)]].map((words) => {
    const last = words.at(-1) ?? '';
    const endings = numbersOf(last).toSorted((one, other) => one.length - other.length);
    return [...words.slice(0, -1), `${endings[0] ?? last}${PLURAL}`].join(JOINTS[usage]);
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spellings.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}
