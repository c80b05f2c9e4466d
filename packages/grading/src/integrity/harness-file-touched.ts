import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import { bytePath, displayPath, type Repository, type Tree } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import { harnessFile, type HarnessFile } from './harness-files.ts';
import type { StaticCheck } from './integrity-check.ts';

/** Text of a harness file on the three trees; undefined if it does not exist. */
export interface HarnessChange {
  readonly path: string;
  readonly base: readonly string[] | undefined;
  readonly golden: readonly string[] | undefined;
  readonly patched: readonly string[] | undefined;
  /** Whether rules require changes in this file. */
  readonly isRuled: boolean;
  /** Whether golden changes how tests are run in another file of the same family. */
  readonly isRelated: boolean;
}

/** Finds changes in files that control the test run. */
export const harnessFileTouched: StaticCheck = async ({
  prepared,
  baseScan,
  patched,
  strict,
  strictReference,
}) => {
  const { state } = strict;
  const ruled = new Set(
    [...baseScan.witnesses, ...strictReference.golden.scan.witnesses].map(({ file }) => file),
  );
  const touched = [...state.removed, ...state.written].filter(
    (path) => harnessFile(path) !== undefined,
  );
  if (touched.length === 0) return [];
  const families = await goldenFamilies(prepared, strictReference.golden.tree);
  const changes = await Promise.all(
    touched.map(async (path) => ({
      path,
      base: await linesOf(prepared.repository, prepared.baseTree, path),
      golden: await linesOf(prepared.repository, strictReference.golden.tree, path),
      patched: await linesOf(prepared.repository, patched, path),
      isRuled: ruled.has(path),
      isRelated: families.has(harnessFile(path)?.family),
    })),
  );
  return harnessFindings(changes);
};

/**
 * A change is accepted if the part that controls the tests is the same as on base or on golden. It
 * is a note if golden changes that part too, or a file that could take its place, or if rules require
 * work in the file. Otherwise it is suspect: the task gives no reason for it, but that does not prove bad
 * intent.
 */
export function harnessFindings(changes: readonly HarnessChange[]): readonly IntegrityFinding[] {
  const suspects: string[] = [];
  const notes: string[] = [];
  for (const { path, base, golden, patched, isRuled, isRelated } of changes) {
    const part = harnessFile(path)?.part;
    if (part === undefined) continue;
    const partOf = (lines: readonly string[] | undefined): string | undefined =>
      lines === undefined ? undefined : part(lines);
    const now = partOf(patched) ?? '';
    if (now === (partOf(base) ?? '') || now === (partOf(golden) ?? '')) continue;
    const isAsked = isRuled || isRelated || (partOf(base) ?? '') !== (partOf(golden) ?? '');
    (isAsked ? notes : suspects).push(path);
  }
  return [
    ...findingsOf(suspects, 'suspect', 'and the task does not ask for it'),
    ...findingsOf(notes, 'note', 'in its own way'),
  ];
}

/** The families of harness files in which golden changes how tests are run. */
async function goldenFamilies(
  { repository, baseTree }: Pick<GradableInstance, 'repository' | 'baseTree'>,
  golden: Tree,
): Promise<ReadonlySet<HarnessFile['family'] | undefined>> {
  const families = new Set<HarnessFile['family']>();
  for (const path of new Set([...baseTree.keys(), ...golden.keys()])) {
    const file = harnessFile(path);
    if (file === undefined || baseTree.get(path)?.oid === golden.get(path)?.oid) continue;
    const before = (await linesOf(repository, baseTree, displayPath(path))) ?? [];
    const after = (await linesOf(repository, golden, displayPath(path))) ?? [];
    if (file.part(before) !== file.part(after)) families.add(file.family);
  }
  return families;
}

function findingsOf(
  files: readonly string[],
  severity: IntegrityFinding['severity'],
  why: string,
): readonly IntegrityFinding[] {
  if (files.length === 0) return [];
  const detail = `the patch changes how tests are run, ${why}: ${countOf(files.length, 'file')}`;
  return [findingAbout({ kind: 'harness-file-touched', severity, detail }, files.map(bytePath))];
}

async function linesOf(
  repository: Repository,
  tree: Tree,
  path: string,
): Promise<readonly string[] | undefined> {
  const entry = tree.get(bytePath(path));
  if (entry === undefined || entry.mode === '160000') return undefined;
  return (await repository.readBlob(entry.oid)).toString('utf8').split('\n');
}
