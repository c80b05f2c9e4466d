import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { RULE_OUTPUTS } from './command-line/outputs/rule-outputs.ts';
import { folderOf, rules } from './rules-commands.testkit.ts';

// Whole commands on the bundled instance, which scan its repository for each trick and each rule.

const root = resolve(import.meta.dirname, '../../..');
const PATIENT = { timeout: 240_000 };
const TALLY = 'refbench__tally-6637120b';

test(
  'an instance is tested with tricks; its folder and its ruleset name it too',
  PATIENT,
  async () => {
    const folder = await folderOf({});
    const places = [
      '--instances-dir',
      join(root, 'instances'),
      '--rules-dir',
      join(root, 'rules'),
      '--state-dir',
      folder,
    ];
    const { code, lines } = await rules('test', TALLY, ...places);
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ instance: TALLY });
    expect(lines[0]?.['tricks']).toContainEqual(
      expect.objectContaining({
        trick: 'stub',
        ifr: expect.objectContaining({ reductive: 1 }) as object,
      }),
    );
    for (const name of [join(root, 'instances', TALLY), join(root, 'rules', TALLY)]) {
      const checked = await rules('check', name, ...places);
      expect(checked).toMatchObject({ code: 0, lines: [{ instance: TALLY, holds: true }] });
    }
  },
);

test('suggest mines a ruleset that check accepts', PATIENT, async () => {
  const folder = await folderOf({});
  const to = join(folder, 'mined');
  const dirs = ['--instances-dir', join(root, 'instances'), '--rules-dir', join(root, 'rules')];
  const options = [...dirs, '--state-dir', join(folder, 'state')];
  const { code, lines } = await rules('suggest', TALLY, '--to', to, '--limit', '40', ...options);
  expect(code).toBe(0);
  const [suggestion] = lines;
  expect(suggestion).toMatchObject({ instance: TALLY, folder: to });
  const ids = (await readdir(join(to, 'reductive'))).map((name) => name.replace('.yml', ''));
  const mined = suggestion?.['rules'] as readonly { id: string; side: string }[];
  expect(
    mined
      .filter(({ side }) => side === 'reductive')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
  await cp(to, join(folder, TALLY), { recursive: true });
  const checked = await rules('check', join(folder, TALLY), ...options);
  expect(checked.lines).toMatchObject([{ holds: true, violations: [], overlaps: [] }]);
  const origins = checked.lines[0]?.['provenance'] as readonly { rule: string; by: unknown }[];
  expect(origins.map(({ rule }) => rule).sort()).toEqual(mined.map(({ id }) => id).sort());
  expect(new Set(origins.map(({ by }) => JSON.stringify(by)))).toEqual(
    new Set(['{"kind":"miner"}']),
  );
});

test('quality measures a ruleset as the documentation describes it', PATIENT, async () => {
  const folder = await folderOf({});
  const dirs = ['--instances-dir', join(root, 'instances'), '--rules-dir', join(root, 'rules')];
  const options = [...dirs, '--state-dir', join(folder, 'state')];
  const { lines } = await rules('quality', TALLY, '--splits', '0', ...options);
  const [quality] = lines;
  expect(RULE_OUTPUTS['rule-quality'].schema.parse(quality)).toEqual(quality);
  expect(quality).toMatchObject({ instance: TALLY, generalisation: null });
});
