import { describe, expect, test } from 'vitest';
import { bytePath } from '@refbench/repos';
import { contextOf } from '../rule-context.testkit.ts';
import { testEngines } from '../opengrep/opengrep.testkit.ts';
import { writeEdited } from '../scan/write-edited.ts';
import { testHidingFiles } from './hiding.testkit.ts';
import { measureTree } from './measure-tree.ts';
import { at, referenceOf, withFile } from './measure-tree.testkit.ts';

const scanOptions = { engines: testEngines() };

const opengrep = (id: string, language: string, pattern: string): string =>
  JSON.stringify({ rules: [{ id, languages: [language], pattern }] });

const RULES = {
  'additive/new.yml': opengrep('new', 'ts', 'newCall($A)'),
  'reductive/old.yml': opengrep('old', 'ts', 'oldCall($A)'),
};

testHidingFiles('OpenGrep', RULES, scanOptions);

describe('a script, which OpenGrep recognises by its first line', () => {
  const SCRIPT = '#!/usr/bin/env node\noldCall(first);\nkeep(first);\nkeep(second);\n';
  const path = bytePath('bin/tool');
  const rules = {
    'additive/new.yml': opengrep('new', 'js', 'newCall($A)'),
    'reductive/old.yml': opengrep('old', 'js', 'oldCall($A)'),
  };

  test.each([
    ['loses its mode', '100644', SCRIPT],
    ['loses its first line', '100755', SCRIPT.replace('#!/usr/bin/env node\n', '')],
    ['names another program', '100755', SCRIPT.replace('node', 'ruby')],
    ['still matches', '100755', `${SCRIPT}more();\n`],
  ] as const)('still matches when it %s', async (what, mode, content) => {
    await using context = await contextOf(
      { 'bin/tool': SCRIPT },
      { 'bin/tool': SCRIPT.replace('old', 'new') },
    );
    const reference = await referenceOf(context, rules, scanOptions);
    const treeish = await withFile(context, { path, mode, bytes: Buffer.from(content) });
    const measured = await measureTree(reference, treeish, scanOptions);
    expect(measured.rules.reductive).toBe(0);
    expect(measured.measurement.hidden.length).toBe(what === 'still matches' ? 0 : 1);
  });

  test('may become TypeScript, which rules for JavaScript also read', async () => {
    await using context = await contextOf({ 'a.js': 'oldCall(1)\n' }, { 'a.js': 'newCall(1)\n' });
    const reference = await referenceOf(context, rules, scanOptions);
    const edits = [at('a.js', undefined), at('a.ts', 'newCall(1)\n')];
    const treeish = await writeEdited(context, edits);
    const measured = await measureTree(reference, treeish, scanOptions);
    expect(measured.rules.total).toBe(1);
  });
});
