import type { StoredFile, WorkingFile } from '@refbench/repos';
import { contextOf } from '../rule-context.testkit.ts';
import type { RepositoryContext } from '../scan/rule-context.ts';
import { rulesetOf } from '../rules.testkit.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import { writeEdited, type TreeEdit } from '../scan/write-edited.ts';
import { measureTree, type TreeMeasurement } from './measure-tree.ts';
import { strictReferenceOf, type StrictReference } from './strict-reference.ts';

export const OLD: string = [
  'export const first = (kept: number): number => kept + 1;',
  'export const second = oldCall(first(1));',
  'export const third = first(second);',
].join('\n');
export const NEW: string = OLD.replace('oldCall(', 'newCall(');

export const BASE: Readonly<Record<'src/a.ts' | 'src/b.ts' | 'data.bin' | '.gitignore', string>> = {
  'src/a.ts': `${OLD}\n`,
  'src/b.ts': 'export const other = 1;\n',
  'data.bin': '\0binary\0',
  '.gitignore': 'out-of-tree/\n',
};
export const RULES = {
  'additive/new.yml': 'id: new\nlanguage: ts\nrule: { pattern: newCall($A) }\n',
  'reductive/old.yml': 'id: old\nlanguage: ts\nrule: { pattern: oldCall($A) }\n',
};

export type Change = readonly TreeEdit[];

export async function measured(
  changes: Readonly<Record<string, Change>>,
  golden: Readonly<Record<string, string>> = { ...BASE, 'src/a.ts': `${NEW}\n` },
  rules: Readonly<Record<string, string>> = RULES,
  scanOptions: EngineScanOptions = {},
): Promise<ReadonlyMap<string, TreeMeasurement>> {
  await using context = await contextOf(BASE, golden);
  const reference = await referenceOf(context, rules, scanOptions);
  const found = new Map<string, TreeMeasurement>();
  for (const [name, edits] of Object.entries(changes)) {
    const treeish = await writeEdited(context, edits);
    found.set(name, await measureTree(reference, treeish, scanOptions));
  }
  found.set('golden', await measureTree(reference, context.commits.golden, scanOptions));
  found.set('nop', await measureTree(reference, context.commits.base, scanOptions));
  return found;
}

export async function referenceOf(
  context: RepositoryContext,
  rules: Readonly<Record<string, string>>,
  scanOptions: EngineScanOptions = {},
): Promise<StrictReference> {
  const ruleset = await rulesetOf(rules);
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scanOptions);
  return await strictReferenceOf(context, ruleset, scans, scanOptions);
}

/** Writes base with one file made by hand, as a tree. */
export async function withFile(
  { base, repository }: RepositoryContext,
  file: WorkingFile,
): Promise<string> {
  const files = new Map<string, WorkingFile | StoredFile>();
  for (const [path, { mode, oid }] of base) files.set(path, { path, mode, oid });
  files.set(file.path, file);
  return await repository.writeTree(
    (async function* entries() {
      yield* files.values();
    })(),
  );
}

export const at = (path: string, content: string | Buffer | undefined): TreeEdit => ({
  path,
  content,
});
export const gone: TreeEdit = at('src/a.ts', undefined);
export const bytes = (text: string, ...more: number[]): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.from(more)]);
