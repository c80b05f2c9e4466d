import { join } from 'node:path';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/base';
import type { Tree } from '@refbench/repos';
import {
  scanChanges,
  scanResultSchema,
  scanTree,
  type Rule,
  type ScanResult,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import type { GradableInstance } from '@refbench/instances';
import { scoringVersion } from './scoring-version.ts';

/** All matches of a ruleset on a tree, and the files that could not be scanned. */
export type TreeScan = ScanResult;

/** Scans the base tree. The result is the same for every patch of an instance. */
export async function scanBase(prepared: GradableInstance): Promise<TreeScan> {
  const { repository, baseTree } = prepared;
  return await cachedScan(prepared, prepared.instance.base, () =>
    scanTree(rulesOf(prepared), repository, baseTree, scanOptions(prepared)),
  );
}

/** Scans the golden tree. Only files that differ from base are scanned. */
export async function scanGolden(prepared: GradableInstance, base: TreeScan): Promise<TreeScan> {
  const { golden } = prepared.instance;
  return await cachedScan(prepared, golden, async () =>
    scanPatched(prepared, base, await prepared.repository.readTree(golden)),
  );
}

/**
 * Uses the match cache, which is keyed by blob and shared by all instances and runs of this host.
 */
export function scanOptions({ engines, workspace }: GradableInstance): TreeScanOptions {
  return { engines, cacheDir: join(workspace.stateDir, 'matches') };
}

/** Caches a scan on disk, keyed by everything that it depends on. */
async function cachedScan(
  prepared: GradableInstance,
  commit: string,
  scan: () => Promise<TreeScan>,
): Promise<TreeScan> {
  const treeId = await prepared.repository.treeId(commit);
  const key = digestOf({ ruleset: prepared.ruleset.digest, treeId, tool: scoringVersion() });
  const path = join(prepared.workspace.stateDir, 'scans', `${key.slice('sha256:'.length)}.json`);
  const kept = await readJsonFile(path, scanResultSchema);
  if (kept.kind === 'valid') return kept.value;
  const fresh = await scan();
  // A failed scan may succeed the next time.
  if (fresh.errors.length === 0) await writeFileAtomic(path, JSON.stringify(fresh));
  return fresh;
}

/** Scans a patched tree. Only files that differ from base are scanned. */
export async function scanPatched(
  prepared: GradableInstance,
  base: TreeScan,
  patched: Tree,
): Promise<TreeScan> {
  const { repository, baseTree } = prepared;
  const before = { tree: baseTree, scan: base };
  // Every changed file is parsed, so that broken files are reported even if no rule may match them.
  const options = { ...scanOptions(prepared), parseAll: true };
  return await scanChanges(rulesOf(prepared), repository, before, patched, options);
}

/** Returns the additive and the reductive rules of an instance. */
export function rulesOf(prepared: GradableInstance): readonly Rule[] {
  return [...prepared.ruleset.additive, ...prepared.ruleset.reductive];
}
