import { folderOf } from '@refbench/test-helpers';
import { loadRuleset } from './load/load-ruleset.ts';
import type { Ruleset, SourceFile } from './rule/rule.ts';

/** Loads a ruleset from rule files, e.g. `{ 'additive/a.yml': '...' }`. */
export async function rulesetOf(files: Readonly<Record<string, string>>): Promise<Ruleset> {
  await using folder = await folderOf(files);
  return await loadRuleset(folder.path);
}

export function source(path: string, text: string | Buffer): SourceFile {
  return { path, bytes: Buffer.from(text) };
}
