import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { addInstance, METADATA_FILE, type AddedInstance } from '@refbench/instances';
import {
  openRuleContext,
  readOpengrepRules,
  type HostEngines,
  type RepositoryContext,
} from '@refbench/rule-engine';
import { importRules, writeImport, writeRefused, type ImportedRule } from '@refbench/rulesets';
import { writeTaskTexts } from '@refbench/tasks';
import type { Workspace } from '@refbench/workspace';
import { z } from 'zod';
import { RULE_FILES, TEXTS } from './published-files.ts';
import { folderOfRow, idOfRow, type PublishedRow } from './published-list.ts';

export interface ImportOptions {
  /** The folder with the published instances. */
  readonly folder: string;
  readonly workspace: Workspace;
  readonly engines: HostEngines;
  readonly signal: AbortSignal;
}

/** What became of a published instance. */
export type RowOutcome =
  | {
      readonly kind: 'imported';
      readonly id: string;
      /** Rules that hold on base and golden. */
      readonly rules: number;
      /** Rules that do not hold here, which `refused.json` in the folder of the ruleset lists. */
      readonly refused: number;
      /** Why the publisher could not run its tests, if so. */
      readonly noTests: string | undefined;
    }
  | { readonly kind: 'present'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly reason: string };

const metadataSchema = z.object({
  has_execution_environment: z.boolean().nullish(),
  reason_no_execution_environment: z.string().nullish(),
});

/**
 * Imports one published instance: its commits, texts, rules and test counts. It appears in the workspace
 * when it is complete. The folder of an instance that is there already is not changed.
 */
export async function importRow(row: PublishedRow, options: ImportOptions): Promise<RowOutcome> {
  const { workspace } = options;
  const id = idOfRow(row);
  if (existsSync(join(workspace.instancesDir, id))) return { kind: 'present', id };
  const staged = {
    ...workspace,
    instancesDir: join(workspace.instancesDir, '.importing'),
    rulesDir: join(workspace.rulesDir, '.importing'),
  };
  const folders = [join(staged.instancesDir, id), join(staged.rulesDir, id)] as const;
  const removeStaged = async (): Promise<void> => {
    for (const folder of folders) await rm(dirname(folder), { recursive: true, force: true });
  };
  await removeStaged();
  try {
    const outcome = await fill(row, { ...options, workspace: staged });
    await rm(join(workspace.rulesDir, id), { recursive: true, force: true });
    await mkdir(workspace.rulesDir, { recursive: true });
    await rename(folders[1], join(workspace.rulesDir, id));
    await rename(folders[0], join(workspace.instancesDir, id));
    return outcome;
  } catch (error) {
    options.signal.throwIfAborted();
    if (!RefbenchError.isInstance(error) || !ROW_ERRORS.has(error.kind)) throw error;
    return { kind: 'failed', id, reason: error.message };
  } finally {
    await removeStaged();
  }
}

/** Errors that concern one row; others, such as a full disk, end the import. */
const ROW_ERRORS: ReadonlySet<string> = new Set(['repository', 'usage', 'invalid-file']);

async function fill(row: PublishedRow, options: ImportOptions): Promise<RowOutcome> {
  const { folder, workspace, signal } = options;
  const own = folderOfRow(row);
  const metadata = join(folder, 'instance_images', own, METADATA_FILE);
  const noTests = await reasonOf(metadata);
  const added = await addInstance({
    workspace,
    repository: `${row.owner}/${row.repo}`,
    golden: row.golden,
    language: row.language,
    known: {
      ...(row.category !== undefined && { category: row.category }),
      provenance: 'Imported from a published CodeTaste instance.',
    },
    noTests,
    signal,
  });
  if (added.instance.base !== row.base) {
    throw new RefbenchError({
      kind: 'repository',
      message: `the first parent of golden is ${added.instance.base}, and the list says ${row.base}`,
      hint: 'correct the row',
    });
  }
  const texts = join(folder, 'assets', 'descriptions', own);
  for (const [track, name] of TEXTS) {
    const text = await readFile(join(texts, name), 'utf8').catch(() => undefined);
    if (text !== undefined) await writeTaskTexts(added.dir, { [track]: text }, true);
  }
  if (existsSync(metadata)) await copyFile(metadata, join(added.dir, METADATA_FILE));
  const imported = await rulesOf(join(folder, 'assets', 'rules', own), added, options);
  const rules = imported.filter(({ status }) => status === 'ok').length;
  return { kind: 'imported', id: idOfRow(row), rules, refused: imported.length - rules, noTests };
}

async function reasonOf(metadata: string): Promise<string | undefined> {
  const read = await readJsonFile(metadata, metadataSchema);
  if (read.kind !== 'valid' || read.value.has_execution_environment !== false) return undefined;
  const reason = read.value.reason_no_execution_environment ?? '';
  return reason === '' ? 'the publisher has no environment for it' : reason;
}

async function rulesOf(
  folder: string,
  { instance, dir }: AddedInstance,
  { workspace, engines }: ImportOptions,
): Promise<readonly ImportedRule[]> {
  const target = join(workspace.rulesDir, instance.id);
  const files = Object.values(RULE_FILES).map((name) => join(folder, name));
  const rules = await readOpengrepRules(files.filter((file) => existsSync(file)));
  const { mirror, stateDir } = workspace;
  await using context: RepositoryContext = await openRuleContext({
    instance,
    instanceDir: dir,
    mirror,
    cacheDir: join(stateDir, 'repositories'),
  });
  const imported = await importRules(rules, context, {
    engines,
    cacheDir: join(stateDir, 'matches'),
  });
  const { version } = await engines.opengrep.identity();
  await writeImport(imported, target, {
    by: { kind: 'person', name: 'CodeTaste' },
    opengrepVersion: version,
  });
  await writeRefused(imported, target);
  return imported;
}
