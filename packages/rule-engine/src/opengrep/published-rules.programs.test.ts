import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { NO_PUBLISHED_DATA, publishedData } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { scanFiles } from '../scan/scan-files.ts';
import { languagesOfRule } from './targets.ts';
import { testEngines, text } from './opengrep.testkit.ts';
import { readOpengrepRules } from './opengrep-rules.ts';

/** Folders with the two files of a ruleset. */
async function rulesetFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true });
  return entries
    .filter((entry) => entry.endsWith('rules_positive.yml'))
    .map((entry) => join(root, entry, '..'))
    .sort();
}

/** Why a ruleset cannot be imported; OpenGrep compiles each rule for files of all its languages. */
async function faultsOf(folder: string): Promise<{ rules: number; faults: readonly string[] }> {
  try {
    const rules = await readOpengrepRules(
      (await readdir(folder)).map((file) => join(folder, file)),
    );
    const languages = rules.flatMap((rule) => languagesOfRule(rule));
    const endings = new Set(languages.map((language) => language.endings[0] ?? ''));
    const files = [...endings].map((ending) => text(`src/file${ending}`, '\n'));
    const { errors } = await scanFiles(rules, files, { engines: testEngines() });
    return { rules: rules.length, faults: errors.map(({ rule, reason }) => `${rule}: ${reason}`) };
  } catch (error) {
    return { rules: 0, faults: [String(error)] };
  }
}

test('every published ruleset imports', { timeout: 1_800_000 }, async ({ skip, annotate }) => {
  const root = join(publishedData() ?? skip(NO_PUBLISHED_DATA), 'codetaste/assets/rules');
  const folders = await rulesetFolders(root);
  const faults: string[] = [];
  let rules = 0;
  for (const folder of folders) {
    const found = await faultsOf(folder);
    rules += found.rules;
    faults.push(...found.faults.map((fault) => `${relative(root, folder)}: ${fault}`));
  }
  await annotate(`${folders.length} rulesets with ${rules} rules, ${faults.length} faults`);
  expect(faults).toEqual([]);
  expect(folders.length).toBeGreaterThan(0);
});
