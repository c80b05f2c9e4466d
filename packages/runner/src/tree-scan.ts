import { join } from 'node:path';
import { witnessSchema, type Witness } from '@refbench/contracts';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/files';
import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import { scanFiles, type Rule, type SourceFile } from '@refbench/rule-engine';
import { z } from 'zod';
import { changedPaths } from './patch-folder.ts';
import type { PreparedInstance } from './prepared-instance.ts';
import { TOOL_VERSION } from './tool-version.ts';

/** All matches of a ruleset on a tree. */
export interface TreeScan {
  readonly witnesses: Witness[];
  /** Files with syntax errors. */
  readonly broken: string[];
  /** Rules or files that could not be scanned; a score with any is no score. */
  readonly failures: string[];
}

const treeScanSchema: z.ZodType<TreeScan> = z.strictObject({
  witnesses: z.array(witnessSchema),
  broken: z.array(z.string()),
  failures: z.array(z.string()),
});

/** The base tree's scan, kept on disk: it is the same for every patch of an instance. */
export async function scanBase(prepared: PreparedInstance): Promise<TreeScan> {
  const treeId = await prepared.repository.treeId(prepared.instance.base);
  const key = digestOf({ ruleset: prepared.ruleset.digest, treeId, tool: TOOL_VERSION });
  const path = join(prepared.workspace.stateDir, 'scans', `${key.slice('sha256:'.length)}.json`);
  const cached = await readJsonFile(path, treeScanSchema);
  if (cached.kind === 'valid') return cached.value;
  const { repository, baseTree } = prepared;
  const scan = await scanPaths(rulesOf(prepared), repository, baseTree, [...baseTree.keys()]);
  await writeFileAtomic(path, JSON.stringify(scan));
  return scan;
}

/** The scan of a patched tree: matches never cross files, so only files that differ are read. */
export async function scanPatched(
  prepared: PreparedInstance,
  base: TreeScan,
  patched: Tree,
): Promise<TreeScan> {
  const { removed, written } = changedPaths(prepared.baseTree, patched);
  const differing = new Set([...removed, ...written].map(displayPath));
  const fresh = await scanPaths(rulesOf(prepared), prepared.repository, patched, written);
  const kept = (file: string): boolean => !differing.has(file);
  return {
    witnesses: [
      ...base.witnesses.filter((witness: Witness) => kept(witness.file)),
      ...fresh.witnesses,
    ],
    broken: [...base.broken.filter(kept), ...fresh.broken],
    failures: [...base.failures, ...fresh.failures],
  };
}

function rulesOf(prepared: PreparedInstance): readonly Rule[] {
  return [...prepared.ruleset.additive, ...prepared.ruleset.reductive];
}

async function scanPaths(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
): Promise<TreeScan> {
  const result = await scanFiles(rules, readFiles(repository, tree, paths));
  return { witnesses: [...result.witnesses], broken: [...result.broken], failures: [] };
}

async function* readFiles(
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
): AsyncGenerator<SourceFile> {
  const files = paths.flatMap((path) => {
    const entry = tree.get(path);
    return entry?.mode === '100644' || entry?.mode === '100755' ? [{ path, oid: entry.oid }] : [];
  });
  let index = 0;
  for await (const { bytes } of repository.readBlobs(files.map((file) => file.oid))) {
    const file = files[index];
    index += 1;
    if (file !== undefined) yield { path: displayPath(file.path), bytes };
  }
}
