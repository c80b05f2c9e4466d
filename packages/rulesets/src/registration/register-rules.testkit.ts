import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RulesetSide } from '@refbench/contracts';
import { openTree } from '@refbench/repos';
import { folderOf } from '@refbench/test-helpers';
import { contextOfTrees, loadRuleset, type RuleEngines, type Ruleset } from '@refbench/rule-engine';
import { registerRules } from './register-rules.ts';
import type { CandidateVerdict } from './verdict.ts';

const calls = (name: string, times: number): string =>
  Array.from({ length: times }, (_, index) => `${name}(${index});\n`).join('');

const TREES = {
  'base/a.ts': `${calls('old', 3)}${calls('leaky', 1)}${calls('both', 2)}`,
  'base/b.ts': 'older(1);\n',
  'golden/a.ts': `${calls('fresh', 3)}${calls('leaky', 11)}${calls('both', 3)}`,
};

export const rule = (id: string, body: string, language = 'ts'): string =>
  `id: ${id}\nlanguage: ${language}\nrule: ${body}\n`;

export const call = (name: string): string => `{ pattern: ${name}($A) }`;

interface RegisterOptions {
  readonly dryRun?: boolean;
  readonly engines?: RuleEngines;
}

interface Registration {
  readonly verdicts: readonly CandidateVerdict[];
  /** Names of the files of this side. */
  readonly written: readonly string[];
  readonly ruleset: Ruleset | undefined;
}

/** Registers the rules in `new/` against two small trees. */
export async function register(
  files: Readonly<Record<string, string>>,
  side: RulesetSide = 'additive',
  { dryRun = false, engines }: RegisterOptions = {},
): Promise<Registration> {
  await using folder = await folderOf({ ...TREES, ...files });
  const at = (name: string): string => join(folder.path, name);
  const options = { cacheDir: at('cache') };
  await using base = await openTree(at('base'), options);
  await using golden = await openTree(at('golden'), options);
  const context = contextOfTrees({ base, golden });
  const candidates = Object.keys(files).filter((name) => name.startsWith('new/'));
  const verdicts = await registerRules({
    context,
    rulesDir: at('rules'),
    paths: candidates.map(at),
    side,
    dryRun,
    scan: { scanners: 1, timeouts: { fileMs: 4_000, ruleMs: 4_000 }, engines },
  });
  const written = await readdir(at(`rules/${side}`)).catch(() => []);
  const ruleset = written.length === 0 ? undefined : await loadRuleset(at('rules'));
  return { verdicts, written, ruleset };
}

/** Returns the id, status and reason of a verdict, and its counts on base and golden. */
export const short = (verdict: CandidateVerdict): readonly unknown[] => {
  const { id, status, reason, counts } = verdict;
  return [id, status, reason, counts.base, counts.golden];
};
