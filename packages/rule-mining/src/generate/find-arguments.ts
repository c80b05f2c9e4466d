import type { CommandWord } from './command-words.ts';
import { notAvailable, type ReadArguments } from './read-arguments.ts';

/** Tests that take one value. None reads a file or writes. */
const WITH_VALUE = new Set(
  [
    ['name iname path ipath wholename iwholename regex iregex regextype lname ilname type xtype'],
    ['maxdepth mindepth size mtime mmin links perm printf'],
  ]
    .flat()
    .flatMap((line) => line.split(' ')),
);

const WITHOUT_VALUE = new Set(
  'empty print print0 prune not a and o or true false depth executable readable quit ls xdev mount'.split(
    ' ',
  ),
);

/** Reads the arguments of `find`: paths, and an expression that only tests and prints. */
export function findArguments(words: readonly CommandWord[]): ReadArguments {
  const links = words.findIndex(({ text }) => !/^-[HLP]$/.test(text));
  const rest = links === -1 ? [] : words.slice(links);
  const start = rest.findIndex(({ text }) => /^[-(),!]/.test(text));
  const expression = start === -1 ? [] : rest.slice(start);
  for (let at = 0; at < expression.length; at += 1) {
    const text = expression[at]?.text ?? '';
    const name = text.slice(1);
    if (/^[(),!]$/.test(text)) continue;
    if (!text.startsWith('-') || !(WITH_VALUE.has(name) || WITHOUT_VALUE.has(name))) {
      return notAvailable('find', text);
    }
    if (WITH_VALUE.has(name)) at += 1;
  }
  return { kind: 'paths', paths: start === -1 ? rest : rest.slice(0, start) };
}
