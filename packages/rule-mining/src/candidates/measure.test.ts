import type { SourceFile } from '@refbench/rule-engine';
import { expect, test } from 'vitest';
import type { Candidate } from './candidate.ts';
import { measureCandidates } from './measure.ts';

const CANDIDATE: Candidate = {
  side: 'additive',
  language: 'TypeScript',
  category: 'statement',
  kind: 'expression_statement',
  pattern: 'expect($$$A).$B($$$C);',
  text: 'expect($$$A).$B($$$C);',
  words: ['expect'],
  isTelling: false,
  restrictive: false,
};

function file(path: string): SourceFile {
  return { path, bytes: Buffer.from('expect(1).toBe(2);\n') };
}

test.each([
  ['b.ts', ['b.ts']],
  ['b.js', ['b.js']],
  ['b.tsx', ['b.tsx']],
  ['b.py', []],
])('a pattern that %s has leaks to %j', async (path, leaks) => {
  const [measured] = await measureCandidates([CANDIDATE], [file('a.ts')], [file(path)], {});
  expect(measured?.own.map((witness) => witness.file)).toEqual(['a.ts']);
  expect(measured?.other.map((witness) => witness.file)).toEqual(leaks);
});
