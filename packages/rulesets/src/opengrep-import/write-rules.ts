import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, type RefusedRule } from '@refbench/contracts';
import { formatYaml, guardDisk, writeFileAtomic, writeJsonFile } from '@refbench/base';
import { REFUSED_RULES_FILE, type OpengrepRule } from '@refbench/rule-engine';
import { recordProvenance } from '../provenance/provenance-file.ts';
import type { RuleAuthor } from '../provenance/provenance-record.ts';
import { provenanceEntries } from '../provenance/rule-origin.ts';
import type { ImportedRule } from './import-rules.ts';

const SIDES = ['additive', 'reductive'] as const;

/**
 * Writes a ruleset: one file for each valid rule with its original text, in the folder of its side. A
 * folder that already contains files is not changed.
 * @throws RefbenchError kind `in-use` for such a folder
 */
export async function writeRules(rules: readonly ImportedRule[], dir: string): Promise<void> {
  for (const side of SIDES) await makeEmptyFolder(join(dir, side));
  for (const { rule, status } of rules) {
    if (status === 'invalid') continue;
    const path = join(dir, rule.side, `${rule.id}.yml`);
    await writeFileAtomic(path, formatYaml({ rules: [rule.definition] }));
  }
}

/** Writes the rules that are not valid, if there are any, beside the others. */
export async function writeRefused(rules: readonly ImportedRule[], dir: string): Promise<void> {
  const refused = rules
    .filter(({ status }) => status !== 'ok')
    .map(({ rule, reason, counts }): RefusedRule => ({
      id: rule.id,
      side: rule.side,
      reason,
      counts,
      rule: rule.definition,
    }));
  if (refused.length > 0) await writeJsonFile(join(dir, REFUSED_RULES_FILE), refused);
}

/**
 * Writes a ruleset with its provenance.
 *
 * @returns the rules that were written
 */
export async function writeImport(
  imported: readonly ImportedRule[],
  dir: string,
  origin: { readonly by: RuleAuthor; readonly opengrepVersion: string },
): Promise<readonly OpengrepRule[]> {
  await writeRules(imported, dir);
  const written = imported.filter(({ status }) => status === 'ok').map(({ rule }) => rule);
  await recordProvenance(dir, provenanceEntries(written, { ...origin, how: 'import' }));
  return written;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await guardDisk(folder, () => mkdir(folder, { recursive: true }));
  if ((await readdir(folder)).length === 0) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `${folder} already contains files`,
    hint: 'specify another folder with --to, or remove this one',
  });
}
