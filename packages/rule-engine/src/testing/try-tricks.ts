import type { RulesetSide, Witness } from '@refbench/contracts';
import { bytePath, type BytePath, type StoredFile, type WorkingFile } from '@refbench/repos';
import type { instructionFollowing } from '@refbench/scoring';
import type { GroundScan, RepositoryGround } from '../registration/rule-ground.ts';
import type { Ruleset } from '../rule.ts';
import { countsFor } from '../scan-counts.ts';
import { scanChanges, type TreeScanOptions } from '../trees/scan-tree.ts';
import { readFiles, regularFiles } from '../trees/tree-files.ts';
import { WordSet } from '../word-set.ts';
import { TRICKS, type MatchedFile, type Trick } from './tricks.ts';

export interface TrickResult {
  readonly trick: string;
  readonly description: string;
  /** As a patch with this trick would be scored, whatever its tests say. Null without such rules. */
  readonly ifr: ReturnType<typeof instructionFollowing>;
  /** Rules that the trick satisfies, in the order of the ruleset. */
  readonly satisfied: readonly { readonly rule: string; readonly side: RulesetSide }[];
  /** Files that no longer parse. */
  readonly broken: number;
}

/** Scores each trick as if it were a patch of base. */
export async function tryTricks(
  ruleset: Ruleset,
  ground: RepositoryGround,
  scans: GroundScan,
  options: TreeScanOptions = {},
): Promise<readonly TrickResult[]> {
  // Only this command needs it, and every command that loads rules would wait for it.
  const { instructionFollowing } = await import('@refbench/scoring');
  const matched = {
    base: await matchedFiles(ground, 'base', scans.base.witnesses, idsOf(ruleset, 'reductive')),
    golden: await matchedFiles(
      ground,
      'golden',
      scans.golden.witnesses,
      idsOf(ruleset, 'additive'),
    ),
  };
  const vanished = await vanishedNames(ground, matched.base);
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const results: TrickResult[] = [];
  for (const trick of TRICKS) {
    const treeId = await writeTricked(ground, trick, matched[trick.on], vanished);
    const tree = await ground.repository.readTree(treeId);
    const before = { tree: ground.base, scan: scans.base };
    const scan = await scanChanges(rules, ground.repository, before, tree, {
      ...options,
      parseAll: true,
    });
    const matching = new Set([
      ...scan.witnesses.map(({ rule }) => rule),
      // What could not be counted satisfies no reductive rule.
      ...scan.errors.flatMap(({ rule }) => (rule === null ? idsOf(ruleset, 'reductive') : [rule])),
    ]);
    results.push({
      trick: trick.name,
      description: trick.description,
      ifr: instructionFollowing(countsFor(ruleset, scan.witnesses)),
      satisfied: rules
        .filter(({ id, side }) => matching.has(id) === (side === 'additive'))
        .map(({ id, side }) => ({ rule: id, side })),
      broken: scan.broken.filter((file) => !scans.base.broken.includes(file)).length,
    });
  }
  return results;
}

function idsOf(ruleset: Ruleset, side: RulesetSide): readonly string[] {
  return ruleset[side].map(({ id }) => id);
}

async function matchedFiles(
  ground: RepositoryGround,
  state: 'base' | 'golden',
  witnesses: readonly Witness[],
  rules: readonly string[],
): Promise<readonly MatchedFile[]> {
  const wanted = new Set(rules);
  const byFile = new Map<string, Witness[]>();
  for (const witness of witnesses.filter(({ rule }) => wanted.has(rule))) {
    const others = byFile.get(witness.file);
    if (others === undefined) byFile.set(witness.file, [witness]);
    else others.push(witness);
  }
  const files: MatchedFile[] = [];
  for (const [path, own] of byFile) {
    const bytes = await ground.read(state, path);
    if (bytes !== undefined) files.push({ path, text: bytes.toString('utf8'), witnesses: own });
  }
  return files;
}

/** Names in the matched lines of base that golden has nowhere. */
async function vanishedNames(
  { repository, golden }: RepositoryGround,
  files: readonly MatchedFile[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { text, witnesses } of files) {
    const lines = text.split('\n');
    for (const { start, end } of witnesses) {
      const matched = lines.slice(start.line - 1, end.line).join('\n');
      for (const name of matched.match(/\b[A-Za-z_]\w{2,}/g) ?? []) names.add(name);
    }
  }
  const list = [...names];
  const words = new WordSet(list);
  for await (const { bytes } of readFiles(repository, regularFiles(golden, [...golden.keys()]))) {
    for (const [index, found] of words.foundIn(bytes).entries()) {
      if (found === 1) names.delete(list[index] ?? '');
    }
  }
  return names;
}

/** Base with a trick in it, as a tree; what a trick writes takes the place of what lies there. */
async function writeTricked(
  { repository, base }: RepositoryGround,
  trick: Trick,
  files: readonly MatchedFile[],
  vanished: ReadonlySet<string>,
): Promise<string> {
  const tree = new Map<BytePath, WorkingFile | StoredFile>();
  for (const [path, { mode, oid }] of base) tree.set(path, { path, mode, oid });
  for (const file of files) {
    // A copy of golden's files replaces nothing.
    if (trick.on === 'base') tree.delete(bytePath(file.path));
    const changed = trick.change(file, vanished);
    if (changed === undefined) continue;
    const path = bytePath(changed.path);
    tree.set(path, { path, mode: '100644', bytes: Buffer.from(changed.text) });
  }
  return await repository.writeTree(
    (async function* entries() {
      yield* tree.values();
    })(),
  );
}
