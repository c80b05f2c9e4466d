import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf } from '@refbench/test-helpers';
import { openTree } from '@refbench/repos';
import { expect, test } from 'vitest';
import { astGrepEngine } from '../ast-grep/ast-grep-engine.ts';
import type { RuleEngine } from '../matches/rule-engine.ts';
import type { AstGrepRule } from '../rule/rule.ts';
import { rulesetOf } from '../rules.testkit.ts';
import { scanOpenedTree } from './scan-tree.ts';

const { additive: rules } = await rulesetOf({
  'additive/rules.yml': 'id: call\nlanguage: ts\nrule: { pattern: foo($A) }',
});

/** Scans a folder, and names the files that the engine was given. */
async function scan(folder: string, cacheDir: string) {
  const given: string[] = [];
  const watched: RuleEngine<AstGrepRule> = {
    ...astGrepEngine,
    plan: (some) => {
      const plan = astGrepEngine.plan(some);
      return {
        ...plan,
        scan: async (units, options, onResult) =>
          await plan.scan(units, options, (result) => {
            given.push(result.unit.path);
            onResult(result);
          }),
      };
    },
  };
  await using tree = await openTree(folder, { cacheDir });
  const engines = { astGrep: watched, opengrep: watched as never };
  return { given: given.sort(), ...(await scanOpenedTree(rules, tree, { engines, cacheDir })) };
}

test('only files of a folder whose content is new are scanned again', async () => {
  await using folder = await folderOf({ 'a.ts': 'foo(1);\n', 'b/c.ts': 'foo(2);\nfoo(3);\n' });
  await using state = await folderOf({});
  const first = await scan(folder.path, state.path);
  expect([first.given, first.witnesses.length]).toEqual([['a.ts', 'b/c.ts'], 3]);
  const again = await scan(folder.path, state.path);
  expect(again).toEqual({ ...first, given: [] });
  await writeFile(join(folder.path, 'a.ts'), '\n foo(4);\n');
  const changed = await scan(folder.path, state.path);
  expect(changed.given).toEqual(['a.ts']);
  expect(changed.witnesses.map(({ file, start }) => [file, start.line])).toEqual([
    ['a.ts', 2],
    ['b/c.ts', 1],
    ['b/c.ts', 2],
  ]);
});
