import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogEntry } from '@refbench/instances';
import { loadRuleset } from '@refbench/rule-engine';
import { provenanceEntries, recordProvenance } from '@refbench/rulesets';
import { expect, test } from 'vitest';
import type { GateContext } from '../admission/gate.ts';
import { rulesStep, type RuleWriter } from './rules-step.ts';
import { yearlyInstances } from './yearly-instances.testkit.ts';

const ruleText = (pattern: string): string =>
  `id: old-call\nlanguage: JavaScript\nmessage: Old call\nrule: { pattern: ${pattern} }\n`;

test('mined rules are mined again, unless somebody has corrected them', async () => {
  const { workspace, entries } = await yearlyInstances([2001]);
  const [entry] = entries as [CatalogEntry];
  const folder = entry.rulesDir;
  const context: GateContext = {
    workspace,
    entry,
    signal: AbortSignal.timeout(60_000),
    onProgress: () => undefined,
  };
  let written = 0;
  const write: RuleWriter = async (_, to) => {
    written += 1;
    await mkdir(join(to, 'additive'), { recursive: true });
    await mkdir(join(to, 'reductive'), { recursive: true });
    for (const id of ['old-call', 'older-call']) {
      const text = ruleText('gone($$$A)').replace('old-call', id);
      await writeFile(join(to, `reductive/${id}.yml`), text);
    }
    const { reductive } = await loadRuleset(to);
    const origin = { by: { kind: 'miner' }, how: 'suggest' } as const;
    await recordProvenance(to, provenanceEntries(reductive, origin));
  };
  await rm(folder, { recursive: true, force: true });
  expect(await rulesStep(context, write)).toMatchObject({ kind: 'dropped' });
  expect(await rulesStep(context, write)).toMatchObject({ kind: 'dropped' });
  expect(written).toBe(2);
  const rule = join(folder, 'reductive/old-call.yml');
  // Corrected, broken, and taken out.
  for (const text of [ruleText('gone()'), 'id: [']) {
    await writeFile(rule, text);
    await rulesStep(context, write).catch(() => undefined);
    expect(written).toBe(2);
  }
  await rename(rule, join(folder, 'aside.yml'));
  await rulesStep(context, write);
  expect(written).toBe(2);
});
