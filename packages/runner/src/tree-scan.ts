import { join } from 'node:path';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/files';
import type { Tree } from '@refbench/repos';
import {
  findExternalProgram,
  scanChanges,
  scanResultSchema,
  scanTree,
  type Rule,
  type ScanResult,
} from '@refbench/rule-engine';
import type { PreparedInstance } from './prepared-instance.ts';
import { TOOL_VERSION } from './tool-version.ts';

/** All matches of a ruleset on a tree, and what could not be looked at. */
export type TreeScan = ScanResult;

/** The base tree's scan: it is the same for every patch of an instance. */
export async function scanBase(prepared: PreparedInstance): Promise<TreeScan> {
  const { repository, baseTree } = prepared;
  return await keptScan(prepared, prepared.instance.base, () =>
    scanTree(rulesOf(prepared), repository, baseTree, { cacheDir: matchesDir(prepared) }),
  );
}

/** The golden tree's scan, from base's and the files that differ. */
export async function scanGolden(prepared: PreparedInstance, base: TreeScan): Promise<TreeScan> {
  const { golden } = prepared.instance;
  return await keptScan(prepared, golden, async () =>
    scanPatched(prepared, base, await prepared.repository.readTree(golden)),
  );
}

/** Matches by blob, shared by all instances and runs of this host. */
function matchesDir({ workspace }: PreparedInstance): string {
  return join(workspace.stateDir, 'matches');
}

/** Kept on disk under all that it depends on. */
async function keptScan(
  prepared: PreparedInstance,
  commit: string,
  scan: () => Promise<TreeScan>,
): Promise<TreeScan> {
  const treeId = await prepared.repository.treeId(commit);
  const program = await programOf(rulesOf(prepared));
  const key = digestOf({ ruleset: prepared.ruleset.digest, treeId, tool: TOOL_VERSION, program });
  const path = join(prepared.workspace.stateDir, 'scans', `${key.slice('sha256:'.length)}.json`);
  const kept = await readJsonFile(path, scanResultSchema);
  if (kept.kind === 'valid') return kept.value;
  const fresh = await scan();
  // What failed may work the next time, e.g. with a program that is installed meanwhile.
  if (fresh.errors.length === 0) await writeFileAtomic(path, JSON.stringify(fresh));
  return fresh;
}

/** The program that scans some of the rules, with its version: another one may find other matches. */
async function programOf(rules: readonly Rule[]): Promise<string | null> {
  if (!rules.some(({ opengrep }) => opengrep !== undefined && opengrep.engine !== 'native')) {
    return null;
  }
  const program = await findExternalProgram();
  return program === undefined ? null : `${program.name} ${program.version}`;
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
  const options = { cacheDir: matchesDir(prepared), parseAll: true };
  return await scanChanges(rulesOf(prepared), repository, before, patched, options);
}

/** Both sides of the instance's ruleset. */
export function rulesOf(prepared: PreparedInstance): readonly Rule[] {
  return [...prepared.ruleset.additive, ...prepared.ruleset.reductive];
}
