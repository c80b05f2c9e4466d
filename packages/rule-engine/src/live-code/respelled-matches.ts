import type { Witness } from '@refbench/contracts';
import { bytePath, displayPath, type Repository, type Tree } from '@refbench/repos';
import type { Rule, SourceFile } from '../rule/rule.ts';
import { scanFiles, type EngineScanOptions } from '../scan/scan-files.ts';
import { readSources } from '../tree/tree-files.ts';
import { CodeReader } from './code-reader.ts';

const NAMES = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export interface RespelledOptions {
  readonly repository: Repository;
  /** The tree whose names are no new aliases. */
  readonly base: Tree;
  readonly tree: Tree;
  /** Files of the tree that differ from base. */
  readonly files: ReadonlySet<string>;
  readonly reductive: readonly Rule[];
  /** Matches on the tree as it is. */
  readonly witnesses: readonly Witness[];
  readonly scan: EngineScanOptions;
}

/**
 * Finds matches of reductive rules that are only spelled in another way: through an alias, a computed name
 * of a member, reflection, or a comment within the call. The files are written in plain spelling and scanned
 * again. What matches more often than before is returned, with its place in the plain text.
 */
export async function respelledMatches(options: RespelledOptions): Promise<readonly Witness[]> {
  const { reductive, witnesses, scan } = options;
  if (reductive.length === 0) return [];
  const plain = await plainFiles(options);
  if (plain.length === 0) return [];
  const found = await scanFiles(reductive, plain, scan);
  const left = countsOf(witnesses);
  return found.witnesses.filter((witness) => {
    const key = keyOf(witness);
    const before = left.get(key) ?? 0;
    left.set(key, before - 1);
    return before <= 0;
  });
}

/** The files whose plain spelling differs from their text. */
async function plainFiles({
  repository,
  base,
  tree,
  files,
}: RespelledOptions): Promise<readonly SourceFile[]> {
  const paths = [...tree.keys()].filter((path) => files.has(displayPath(path)));
  const plain: SourceFile[] = [];
  await using reader = new CodeReader();
  for await (const file of readSources(repository, tree, paths)) {
    const known = await namesIn(repository, base, file.path);
    const text = await reader.plainSpelling(file, known);
    if (text === undefined || text === file.bytes.toString('utf8')) continue;
    plain.push({ ...file, bytes: Buffer.from(text) });
  }
  return plain;
}

async function namesIn(
  repository: Repository,
  base: Tree,
  path: string,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const bytes = bytePath(path);
  if (!base.has(bytes)) return names;
  for await (const file of readSources(repository, base, [bytes])) {
    for (const [name] of file.bytes.toString('utf8').matchAll(NAMES)) names.add(name);
  }
  return names;
}

function keyOf({ rule, file }: Witness): string {
  return `${rule}\0${file}`;
}

function countsOf(witnesses: readonly Witness[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const witness of witnesses) {
    counts.set(keyOf(witness), (counts.get(keyOf(witness)) ?? 0) + 1);
  }
  return counts;
}
