import { commandsOf, factsIn, readCiFacts } from '../ci/ci-files.ts';
import { shellCommands } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';

const ALL = '--all-features';
/** A line about one package, fewer features, another compiler or another target says nothing about all tests. */
const NARROW =
  /^(?:\+|-p$|--package\b|--exclude\b|--manifest-path\b|--no-default-features$|--target\b|--doc$|.*\$)/;

/**
 * Returns the options for features with which the project tests itself, in continuous integration or its
 * Makefile: all features, or the longest list of them. Tests behind a feature otherwise never run.
 */
export async function testedFeatures(view: TreeView): Promise<string> {
  const lines = commandsOf(factsIn(await readCiFacts(view), '.'));
  const lists = [...lines, ...makeLines((await view.read('Makefile')) ?? '')]
    .flatMap(shellCommands)
    .map((words) => featuresOf(words.map(({ text }) => text)));
  if (lists.some((list) => list.includes(ALL))) return ALL;
  const [longest] = lists.toSorted((left, right) => right.length - left.length);
  return longest === undefined || longest.length === 0 ? '' : `--features ${longest.join(',')}`;
}

/** The features of a command that tests the whole project: their names, or the option for all. */
function featuresOf(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => /(?:^|\/)(?:cargo|cross)$/.test(word));
  const [command, ...rest] = start < 0 ? [] : words.slice(start + 1);
  const options = command === 'nextest' ? rest.slice(1) : rest;
  if (command !== 'test' && command !== 't' && command !== 'nextest') return [];
  const own = options.includes('--') ? options.slice(0, options.indexOf('--')) : options;
  if (own.some((option) => NARROW.test(option))) return [];
  if (own.includes(ALL)) return [ALL];
  return own.flatMap((option, at) => {
    const [name, value = own[at + 1] ?? ''] = option.split('=', 2);
    if (name !== '--features' && name !== '-F') return [];
    return value.split(/[\s,]+/).filter((feature) => /^[\w./+-]+$/.test(feature));
  });
}

/** The commands of targets of a Makefile whose name says that they test. */
function makeLines(text: string): readonly string[] {
  return text
    .split(/^(?=[^\s#])/m)
    .filter((rule) => /^(?:test|check|tests|unit-?tests?)\s*:(?!=)/.test(rule))
    .flatMap((rule) => rule.split('\n').slice(1))
    .map((line) => line.trim().replace(/^[@-]+/, ''));
}
