import { join } from 'node:path';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/files';
import type { Tree } from '@refbench/repos';
import {
  scanChanges,
  scanResultSchema,
  scanTree,
  type Rule,
  type ScanResult,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import type { PreparedInstance } from '../instance/prepared-instance.ts';
import { TOOL_VERSION } from '@refbench/contracts';

/** All matches of a ruleset on a tree, and what could not be looked at. */
export type TreeScan = ScanResult;

/** The base tree's scan: it is the same for every patch of an instance. */
export async function scanBase(prepared: PreparedInstance): Promise<TreeScan> {
  const { repository, baseTree } = prepared;
  return await cachedScan(prepared, prepared.instance.base, () =>
    scanTree(rulesOf(prepared), repository, baseTree, scanOptions(prepared)),
  );
}

/** The golden tree's scan, from base's and the files that differ. */
export async function scanGolden(prepared: PreparedInstance, base: TreeScan): Promise<TreeScan> {
  const { golden } = prepared.instance;
  return await cachedScan(prepared, golden, async () =>
    scanPatched(prepared, base, await prepared.repository.readTree(golden)),
  );
}

/** With matches by blob, which all instances and runs of this host share. */
function scanOptions({ engines, workspace }: PreparedInstance): TreeScanOptions {
  return { engines, cacheDir: join(workspace.stateDir, 'matches') };
}

/** Kept on disk under all that it depends on. */
async function cachedScan(
  prepared: PreparedInstance,
  commit: string,
  scan: () => Promise<TreeScan>,
): Promise<TreeScan> {
  const treeId = await prepared.repository.treeId(commit);
  const key = digestOf({ ruleset: prepared.ruleset.digest, treeId, tool: TOOL_VERSION });
  const path = join(prepared.workspace.stateDir, 'scans', `${key.slice('sha256:'.length)}.json`);
  const kept = await readJsonFile(path, scanResultSchema);
  if (kept.kind === 'valid') return kept.value;
  const fresh = await scan();
  // What failed may work the next time.
  if (fresh.errors.length === 0) await writeFileAtomic(path, JSON.stringify(fresh));
  return fresh;
}

/** The scan of a patched tree, from base's. */
export async function scanPatched(
  prepared: PreparedInstance,
  base: TreeScan,
  patched: Tree,
): Promise<TreeScan> {
  const { repository, baseTree } = prepared;
  const before = { tree: baseTree, scan: base };
  // All that a patch touches is parsed: a file that it breaks is worth knowing, rules or no rules.
  const options = { ...scanOptions(prepared), parseAll: true };
  return await scanChanges(rulesOf(prepared), repository, before, patched, options);
}

/** Both sides of the instance's ruleset. */
export function rulesOf(prepared: PreparedInstance): readonly Rule[] {
  return [...prepared.ruleset.additive, ...prepared.ruleset.reductive];
}
