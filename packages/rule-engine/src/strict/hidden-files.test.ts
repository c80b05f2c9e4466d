import { expect, test } from 'vitest';
import type { Rule } from '../rule/rule.ts';
import { hiddenFiles } from './hidden-files.ts';
import type { TreeState } from './tree-state.ts';

const SOURCE = Array.from({ length: 20 }, (_, at) => `int count${at} = compute(${at});`);
const RULE = { id: 'no-count', dialect: 'ast-grep', language: 'Java' } as unknown as Rule;

/** What the rule cannot see any more if `Shop.java` is removed and this file is added. */
function hiddenBy(path: string, lines: readonly string[], reason?: string) {
  const head = { path, bytes: Buffer.from(lines.join('\n')), executable: false };
  const state: TreeState = {
    removed: new Set(['src/Shop.java']),
    written: new Set([path]),
    added: new Set([path]),
    unscannable: new Map(reason === undefined ? [] : [[path, reason]]),
    lines: new Map([[path, lines]]),
    heads: new Map([[path, head]]),
  };
  return hiddenFiles({
    reductive: [RULE],
    filesOf: new Map([['no-count', new Set(['src/Shop.java'])]]),
    baseLines: new Map([['src/Shop.java', SOURCE]]),
    state,
  }).map(({ kind, now }) => [kind, now]);
}

test('a compiled file is not the successor of its source', () => {
  const bytes = ['\u00ca\u00fe\u00ba\u00be\0Shop', 'count1\0compute'];
  expect(hiddenBy('target/classes/Shop.class', bytes, 'it has NUL bytes')).toEqual([]);
});

test('source in another spelling of the language is, unless a build wrote it', () => {
  const lines = ['val counts = compute()'];
  expect(hiddenBy('src/Shop.kt', lines)).toEqual([['language-changed', 'src/Shop.kt']]);
  expect(hiddenBy('target/generated/Shop.kt', lines)).toEqual([]);
});

test('a file of another name is, with most of its lines', () => {
  expect(hiddenBy('src/Store.kt', SOURCE.slice(0, 12))).toEqual([
    ['language-changed', 'src/Store.kt'],
  ]);
  expect(hiddenBy('src/Store.kt', SOURCE.slice(0, 8))).toEqual([]);
});

test('bytes that hide the lines from a parser do not hide where they are', () => {
  const lines = SOURCE.map((line, at) => (at === 3 ? `${line}\0` : line));
  expect(hiddenBy('src/Shop.jav', lines, 'it has NUL bytes')).toEqual([
    ['unscannable', 'src/Shop.jav'],
  ]);
});
