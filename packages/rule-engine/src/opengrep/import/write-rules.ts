import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { formatYaml, guardDisk, writeFileAtomic } from '@refbench/files';
import { ENGINE_KEY } from './rule-files.ts';
import type { VerifiedRule } from './verify-rule.ts';

/**
 * How imported rules lie: by the engine that runs them, or by side, so that the folder is a ruleset.
 */
export type ImportLayout = 'engines' | 'ruleset';

/**
 * Writes one file a rule, in OpenGrep's form with the engine noted in its metadata. Unsupported rules
 * are not written. A folder that holds rules already is left alone.
 * @throws RefbenchError kind `in-use` for such a folder, `invalid-file` for a rule of no side
 */
export async function writeRules(
  rules: readonly VerifiedRule[],
  dir: string,
  layout: ImportLayout,
): Promise<void> {
  const folders = layout === 'engines' ? ['native', 'external'] : ['additive', 'reductive'];
  const placed = rules
    .filter(({ status }) => status !== 'unsupported')
    .map((rule) => ({ rule, folder: layout === 'engines' ? rule.status : sideOf(rule) }));
  for (const folder of folders) await makeEmptyFolder(join(dir, folder));
  for (const { rule, folder } of placed) {
    await writeFileAtomic(join(dir, folder, `${rule.rule.id}.yml`), formatYaml(documentOf(rule)));
  }
}

function documentOf({ rule: { definition }, status }: VerifiedRule): object {
  const { metadata } = definition;
  const known = typeof metadata === 'object' && metadata !== null ? metadata : {};
  return { rules: [{ ...definition, metadata: { ...known, [ENGINE_KEY]: status } }] };
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await guardDisk(folder, () => mkdir(folder, { recursive: true }));
  if ((await readdir(folder)).length === 0) return;
  throw new RefbenchError({
    kind: 'in-use',
    message: `${folder} holds files already`,
    mend: 'name another folder with --to, or remove this one',
  });
}

/** By the name of the file it came from, as CodeTaste names them, else by its matches. */
function sideOf({ rule, counts }: VerifiedRule): RulesetSide {
  if (/(?:^|\/)rules_positive\.ya?ml$/.test(rule.file)) return 'additive';
  if (/(?:^|\/)rules_negative\.ya?ml$/.test(rule.file)) return 'reductive';
  const { base = 0, golden = 0 } = counts.external ?? counts.native ?? counts.published ?? {};
  if (base === 0 && golden > 0) return 'additive';
  if (base > 0 && golden === 0) return 'reductive';
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${rule.file}: ${rule.id}: matches ${base} times on base and ${golden} times on golden, so it is of no side`,
    mend: 'leave the rule out, or import without --layout ruleset',
  });
}
