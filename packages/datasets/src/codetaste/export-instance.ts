import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refusedRulesSchema, rulesetSideSchema, type Instance } from '@refbench/contracts';
import { formatYaml, readJsonFile, writeFileAtomic, writeJsonFile } from '@refbench/base';
import { METADATA_FILE, type CatalogEntry } from '@refbench/instances';
import { loadRuleset, REFUSED_RULES_FILE } from '@refbench/rule-engine';
import { readTaskText } from '@refbench/tasks';
import { z } from 'zod';
import { folderOfRow, rowOf } from './published-list.ts';
import { RULE_FILES, TEXTS } from './published-files.ts';

/** The evaluation of CodeTaste fails on rules without these counts. */
const countedSchema = z.looseObject({
  metadata: z.looseObject({ nr_refactored_patterns: z.number() }),
});

/**
 * Writes texts, rules and test counts of an instance.
 * @returns the number of rules that are left out
 */
export async function exportInstance(
  { instance, dir, rulesDir }: CatalogEntry,
  folder: string,
): Promise<number> {
  const own = folderOfRow(rowOf(instance));
  for (const [track, name] of TEXTS) {
    const text = await readTaskText(dir, track);
    if (text !== undefined) {
      await writeFileAtomic(join(folder, 'assets/descriptions', own, name), text);
    }
  }
  await exportMetadata(instance, dir, join(folder, 'instance_images', own, METADATA_FILE));
  const ruleset = await loadRuleset(rulesDir);
  const refused = await readJsonFile(join(rulesDir, REFUSED_RULES_FILE), refusedRulesSchema);
  const kept = refused.kind === 'valid' ? refused.value : [];
  let leftOut = 0;
  for (const side of rulesetSideSchema.options) {
    const definitions = [
      ...ruleset[side].map((rule) => (rule.dialect === 'opengrep' ? rule.definition : undefined)),
      ...kept.filter((entry) => entry.side === side).map(({ rule }) => rule),
    ];
    const usable = definitions.filter((rule) => countedSchema.safeParse(rule).success);
    leftOut += definitions.length - usable.length;
    const file = join(folder, 'assets/rules', own, RULE_FILES[side]);
    await writeFileAtomic(file, formatYaml({ rules: usable }));
  }
  return leftOut;
}

/** The publisher's own file, if the instance was imported; otherwise one that says that there are no images. */
async function exportMetadata(instance: Instance, dir: string, target: string): Promise<void> {
  const published = join(dir, METADATA_FILE);
  if (existsSync(published)) {
    await mkdir(dirname(target), { recursive: true });
    await copyFile(published, target);
    return;
  }
  const { owner, repo, base, golden } = rowOf(instance);
  await writeJsonFile(target, {
    owner,
    repo,
    base_hash: base,
    golden_hash: golden,
    has_execution_environment: false,
    reason_no_execution_environment:
      instance.no_tests ?? 'RefBench builds its environment from a recipe, and publishes no image.',
  });
}
