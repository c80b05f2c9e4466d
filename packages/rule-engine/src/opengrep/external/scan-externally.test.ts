import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../../rule.ts';
import { findExternalProgram } from './external-program.ts';
import { scriptedProgram } from './external.testkit.ts';
import { scanExternally, type ExternalRule } from './scan-externally.ts';

const calls: ExternalRule = {
  id: 'Calls.of-foo',
  definition: { languages: ['javascript'], pattern: 'foo($X)' },
};

const file = (path: string, text: string): SourceFile => ({ path, bytes: Buffer.from(text) });

describe('a program that gives no answer', () => {
  it.each([
    ['dies', 'kill -SEGV $$', /died of SIGSEGV/],
    ['fails', 'echo no licence >&2; exit 7', /exit code 7: no licence/],
    ['writes no report', 'echo hello', /wrote no report/],
    ['writes another report', `echo '{"results":[{}],"errors":[]}'`, /wrote no report/],
    ['takes too long', 'sleep 60', /took longer than 300 ms/],
    ['takes too long with a child', 'sleep 60 & wait', /took longer than 300 ms/],
    ['writes without end', 'yes', /wrote more than 1000 bytes/],
  ])('%s: every rule is an error', async (_, script, reason) => {
    await using program = await scriptedProgram(script);
    const limits = { timeoutMs: 300, outputBytes: 1000 };
    const result = await scanExternally(program, [calls], [file('a.js', 'foo(1)')], { limits });
    expect(result.witnesses).toEqual([]);
    expect(result.errors).toEqual([
      { rule: 'Calls.of-foo', file: '', reason: expect.stringMatching(reason) },
    ]);
  });

  it('leaves no files behind', async () => {
    await using program = await scriptedProgram('exit 1');
    const before = await scanFolders();
    await scanExternally(program, [calls], [file('a.js', 'foo(1)')]);
    expect(await scanFolders()).toEqual(before);
  });
});

it('takes a match in a file that it was not given for an error', async () => {
  const place = '"start":{"line":1,"col":1},"end":{"line":1,"col":2}';
  const finding = `{"check_id":"x.rule-0","path":"../../etc/passwd",${place}}`;
  await using program = await scriptedProgram(`echo '{"results":[${finding}],"errors":[]}'`);
  const result = await scanExternally(program, [calls], [file('a.js', '')]);
  expect(result.witnesses).toEqual([]);
  expect(result.errors).toMatchObject([{ rule: 'Calls.of-foo', file: '../../etc/passwd' }]);
});

it('does not write outside its folder, and says which files it left out', async () => {
  await using program = await scriptedProgram(`echo '{"results":[],"errors":[]}'`);
  const result = await scanExternally(
    program,
    [calls],
    [
      file('../escape.js', 'foo(1)'),
      file('/etc/escape.js', 'foo(1)'),
      file(`${'a'.repeat(300)}.js`, 'foo(1)'),
      file('a.js', ''),
      file('a.js/b.js', ''),
    ],
  );
  expect(result.skipped.map(({ reason }) => reason)).toEqual([
    'its name is no plain path',
    'its name is no plain path',
    'it cannot be written to disk (ENAMETOOLONG)',
    'it cannot be written to disk (EEXIST)',
  ]);
});

const installed = await findExternalProgram();

describe.skipIf(installed === undefined)('the installed program', () => {
  const program = installed as NonNullable<typeof installed>;

  it('finds what a tree hides, with columns in UTF-16 units', async () => {
    const files = [
      file('a.js', 'const x = "äö𝒳"; foo(1);\nfoo(2); // nosemgrep\n'),
      file('test/.semgrepignore', '*'),
      file('test/b.js', 'foo(3)'),
      file('.semgrepignore', '*'),
      file('.gitignore', '*'),
      { ...file('script', '#!/usr/bin/env node\nfoo(4)\n'), executable: true },
      file('-rf.js', 'foo(5)'),
    ];
    const { witnesses, errors } = await scanExternally(program, [calls], files);
    expect(errors).toEqual([]);
    expect(witnesses.map(({ rule, file, start, end }) => [rule, file, start, end.column])).toEqual([
      ['Calls.of-foo', '-rf.js', { line: 1, column: 1 }, 7],
      ['Calls.of-foo', 'a.js', { line: 1, column: 19 }, 25],
      ['Calls.of-foo', 'a.js', { line: 2, column: 1 }, 7],
      ['Calls.of-foo', 'script', { line: 2, column: 1 }, 7],
      ['Calls.of-foo', 'test/b.js', { line: 1, column: 1 }, 7],
    ]);
  });

  it('tells a rule that it cannot read from one that does not match', async () => {
    const broken = { id: 'broken', definition: { languages: ['javascript'], pattern: 'foo(((' } };
    const result = await scanExternally(program, [broken, calls], [file('a.js', 'foo(1)')]);
    expect(result.errors).toMatchObject([{ rule: 'broken', file: '' }]);
    expect(result.witnesses).toHaveLength(1);
  });

  it('lists files with a syntax error', async () => {
    const result = await scanExternally(program, [calls], [file('a.js', 'foo(')]);
    expect(result.broken).toEqual(['a.js']);
  });
});

async function scanFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('refbench-scan-'));
}
