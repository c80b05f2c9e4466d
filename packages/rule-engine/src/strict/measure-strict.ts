import { bytePath, displayPath, openIgnoreRules, parsePatch } from '@refbench/repos';
import {
  strictFollowing,
  type FileChange,
  type KnownComments,
  type StrictFollowing,
  type TreeChange,
} from '@refbench/scoring';
import type { Witness } from '@refbench/contracts';
import { liveCode, type LiveCode } from '../live-code/live-code.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import { hiddenFiles, type HiddenFile } from './hidden-files.ts';
import { projectSource } from './project-source.ts';
import { remainingMatches } from './remaining-matches.ts';
import { commentsOf, type NamedTree, type StrictReference } from './strict-reference.ts';
import { linksForMoves, linkWords } from './link-names.ts';
import { treeChange, type KnownCode, type TreeChangeOptions } from './tree-change.ts';
import { treeState, type TreeState } from './tree-state.ts';

/** The strict measurement of a patched tree. */
export interface StrictMeasurement {
  /** Undefined if golden's patch cannot be parsed. */
  readonly following: StrictFollowing | undefined;
  readonly state: TreeState;
  /** Comment-only lines of the changed files. */
  readonly comments: KnownComments;
  /** Base files that reductive rules can no longer scan, without those that golden hides too. */
  readonly hidden: readonly HiddenFile[];
  /** Files with additive matches that are not source code of the project. */
  readonly outsideSource: readonly string[];
  /** Additive matches in code that does nothing. */
  readonly dead: readonly Witness[];
  /** Matches of reductive rules that are only spelled in another way, or moved to where the rules do not look. */
  readonly respelled: readonly Witness[];
  /** Links that stand where golden has files. */
  readonly links: readonly string[];
}

/** Measures a patched tree. Its scan must use the same rules as the reference. */
export async function measureStrict(
  reference: StrictReference,
  patched: NamedTree,
  scan: EngineScanOptions = {},
): Promise<StrictMeasurement> {
  const { repository, ruleset, base, golden, goldenChange } = reference;
  const state = await treeState(repository, base, patched);
  const places = await ownPlaces(reference, patched, state);
  const sameAsGolden = (file: string): boolean => {
    const entry = patched.tree.get(bytePath(file));
    const other = golden.tree.get(bytePath(file));
    return entry !== undefined && entry.oid === other?.oid && entry.mode === other.mode;
  };
  const isSource = (file: string): boolean =>
    sameAsGolden(file) ||
    (places(file) && (!state.unscannable.has(file) || reference.goldenState.unscannable.has(file)));
  const hidden = hiddenHere(reference, state);
  const comments = await commentsBetween(reference, patched, state);
  const code = await codeBetween(reference, patched, state);
  const change = await changeOf(reference, patched, state, { comments, code, isSource });
  const additive = new Set(ruleset.additive.map(({ id }) => id));
  const dead = patched.scan.witnesses.filter(
    (witness) =>
      additive.has(witness.rule) &&
      !reference.deadInGolden.has(witness.rule) &&
      code.isDead(witness),
  );
  const isDead = new Set(dead);
  const respelled = await respelledHere(reference, patched, state, scan);
  const following =
    goldenChange === undefined
      ? undefined
      : strictFollowing({
          rules: [...ruleset.additive, ...ruleset.reductive],
          base: base.scan.witnesses,
          golden: golden.scan.witnesses,
          patched: patched.scan.witnesses.filter((witness) => !isDead.has(witness)),
          respelled,
          namesOfLinks: linkWords(base.tree, patched.tree),
          lines: reference.lines,
          goldenChange,
          patchedChange: change,
          languages: reference.languages,
          hidden: new Set(hidden.map(({ file }) => file)),
        });
  const witnessFiles = new Set(
    patched.scan.witnesses.filter(({ rule }) => additive.has(rule)).map(({ file }) => file),
  );
  return {
    following,
    state,
    comments,
    hidden,
    outsideSource: [...witnessFiles].filter(
      (file) => state.written.has(file) && !sameAsGolden(file) && !places(file),
    ),
    dead,
    respelled,
    links: linksForMoves(base.tree, golden.tree, patched.tree),
  };
}

/** Reads what has an effect in the changed files. */
async function codeBetween(
  { repository, base, lines, baseCode }: StrictReference,
  patched: NamedTree,
  state: TreeState,
): Promise<KnownCode & Pick<LiveCode, 'isDead'>> {
  const others = [...state.removed, ...state.written].filter((file) => !lines.has(file));
  const inOthers = await liveCode(repository, base.tree, new Set(others));
  const { line, isDead } = await liveCode(repository, patched.tree, state.written);
  return {
    removed: (file, number) => baseCode.line(file, number) ?? inOthers.line(file, number),
    added: line,
    isDead,
  };
}

/** Matches in another spelling or place, without as many as golden has of the same rule. */
async function respelledHere(
  reference: StrictReference,
  patched: NamedTree,
  state: TreeState,
  scan: EngineScanOptions,
): Promise<readonly Witness[]> {
  const { ruleset, filesOf, respelledInGolden } = reference;
  const reductive = ruleset.reductive.filter(({ id }) => filesOf.has(id));
  const movedByGolden = reference.goldenState.removed;
  const options = { ...reference, reductive, other: patched, state, scan, movedByGolden };
  const found = await remainingMatches(options);
  const allowed = new Map<string, number>();
  for (const { rule } of respelledInGolden) allowed.set(rule, (allowed.get(rule) ?? 0) + 1);
  return found.filter(({ rule }) => {
    const left = allowed.get(rule) ?? 0;
    allowed.set(rule, left - 1);
    return left <= 0;
  });
}

/** Finds comment-only lines of the changed files with a syntax tree. */
async function commentsBetween(
  { repository, base, lines, baseComments }: StrictReference,
  patched: NamedTree,
  state: TreeState,
): Promise<KnownComments> {
  const others = [...state.removed, ...state.written].filter((file) => !lines.has(file));
  const inOthers = await commentsOf(repository, base.tree, new Set(others));
  return {
    removed: (file, line) => baseComments(file, line) ?? inOthers(file, line),
    added: await commentsOf(repository, patched.tree, state.written),
  };
}

/** Returns the change by line. If the patch is too large to parse, none of its files counts as source. */
async function changeOf(
  { repository, base }: StrictReference,
  patched: NamedTree,
  state: TreeState,
  options: Pick<TreeChangeOptions, 'comments' | 'code' | 'isSource'>,
): Promise<TreeChange> {
  const patch = parsePatch(await repository.diff(base.treeish, patched.treeish));
  if (patch.kind !== 'rejected') {
    return await treeChange({
      ...options,
      repository,
      patch,
      base: base.tree,
      other: patched.tree,
    });
  }
  const unread = (gone: boolean): FileChange => ({ hunks: [], gone, isSource: false });
  return new Map([
    ...[...state.removed].map((file) => [file, unread(true)] as const),
    ...[...state.written].map((file) => [file, unread(false)] as const),
  ]);
}

/**
 * Excludes files that golden hides in the same way. A language conversion must be one that golden
 * makes, unless the code is where golden has it.
 */
function hiddenHere(reference: StrictReference, state: TreeState): readonly HiddenFile[] {
  const { ruleset, filesOf, fullLines, hiddenInGolden, languages } = reference;
  const keyOf = ({ rule, file, kind }: HiddenFile): string => `${kind} ${rule} ${file}`;
  const inGolden = new Map(hiddenInGolden.map((hidden) => [keyOf(hidden), hidden.now]));
  return hiddenFiles({
    reductive: ruleset.reductive,
    filesOf,
    baseLines: fullLines,
    state,
  }).filter((hidden) => {
    const { file, kind, now } = hidden;
    const there = inGolden.get(keyOf(hidden));
    if (there === undefined) return true;
    return (
      kind === 'language-changed' &&
      now !== there &&
      !languages.accepts(languages.of(file), languages.of(now))
    );
  });
}

/** Decides whether a file of the patched tree is source code of the project. */
async function ownPlaces(
  { repository, base, golden, ruleset }: StrictReference,
  patched: NamedTree,
  state: TreeState,
): Promise<(file: string) => boolean> {
  const ids = new Set([...ruleset.additive, ...ruleset.reductive].map(({ id }) => id));
  const known = [...base.scan.witnesses, ...golden.scan.witnesses].filter(({ rule }) =>
    ids.has(rule),
  );
  const isPlain = projectSource(known.map(({ file }) => file));
  const ignored = new Set<string>();
  const fresh = [...patched.tree.keys()].filter(
    (path) => state.added.has(displayPath(path)) && !golden.tree.has(path),
  );
  if (fresh.length > 0) {
    await using rules = await openIgnoreRules(repository, base.treeish);
    for (const path of fresh) if (await rules.isIgnored(path)) ignored.add(displayPath(path));
  }
  return (file) =>
    !ignored.has(file) &&
    (base.tree.has(bytePath(file)) || golden.tree.has(bytePath(file)) || isPlain(file));
}
