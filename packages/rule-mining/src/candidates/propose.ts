import type { RulesetSide } from '@refbench/contracts';
import { antiUnify, isWord, keepOnly, keptTexts, openLists } from '../patterns/anti-unify.ts';
import { groupKeys } from '../patterns/features.ts';
import type { Fragment } from '../patterns/fragment.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import { isDefinition } from '../syntax/definition-kinds.ts';
import type { Candidate } from './candidate.ts';
import { proposeHeaders } from './headers.ts';
import { candidatesFrom, type ForeignWords } from './pattern-candidate.ts';
import { proposeNames } from './names.ts';
import { siblingsOf } from './sibling-languages.ts';

/** A rule needs this many places, or places in two files. */
export const LEAST_PLACES = 3;
/** The most groups of each kind that are generalised. */
const MOST_GROUPS = { named: 1_500, own: 1_200, shared: 400 };
const MOST_MOVED = 600;
/** Names, and strings that look like one, such as a path: not a text. */
const NAME = /^['"`]?[\w$@./:-]+['"`]?$/;
/** A changed line takes part in at most this many candidates of each kind. */
const MOST_PER_LINE = 14;
/** More members rarely change a generalisation. */
const MOST_MEMBERS = 48;

interface Group {
  readonly members: readonly Fragment[];
  readonly lines: ReadonlySet<string>;
  /**
   * `named` if its members share a name that the other tree lacks, `shared` if the other side has
   * such fragments, too; a path may tell them apart.
   */
  readonly type: keyof typeof MOST_GROUPS;
}

/**
 * Proposes patterns for one side: names that the other side lacks, then generalised groups of fragments that
 * share something. Groups that cover many changed lines and that the other side lacks come first.
 *
 * @param own what changed on the side, without code that only moved
 * @param other all fragments of the other tree
 */
export function proposeCandidates(
  side: RulesetSide,
  own: readonly Fragment[],
  other: readonly Fragment[],
): readonly Candidate[] {
  const foreign = { all: wordsOf(other), of: wordsByFamily(other) };
  const groups = chooseGroups(groupsOf(side, own, other, foreign));
  return [
    ...proposeNames(side, own, foreign.all),
    ...generalised(side, groups, foreign),
    ...proposeHeaders(side, own, foreign),
  ];
}

/** Proposes patterns for code that golden moved, so that the other tree has all its words. */
export function proposeMoved(side: RulesetSide, moved: readonly Fragment[]): readonly Candidate[] {
  const words = wordsOf(moved);
  const foreign = { all: words, of: () => words };
  const groups = groupsOf(side, moved, [], foreign).slice(0, MOST_MOVED);
  // A definition moves once.
  const definitions = moved
    .filter(({ node }) => isDefinition(node.kind))
    .map((fragment): Group => ({ members: [fragment], lines: new Set(), type: 'own' }))
    .slice(0, MOST_MOVED);
  return generalised(side, [...groups, ...definitions], foreign);
}

/** Proposes the pattern of each piece of code by itself. */
export function proposeSingle(
  side: RulesetSide,
  fragments: readonly Fragment[],
): readonly Candidate[] {
  const words = wordsOf(fragments);
  const groups = fragments.map((fragment): Group => ({
    members: [fragment],
    lines: new Set(),
    type: 'own',
  }));
  return generalised(side, groups, { all: words, of: () => words });
}

function generalised(
  side: RulesetSide,
  groups: readonly Group[],
  foreign: ForeignWords,
): readonly Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { members } of groups) {
    for (const candidate of candidatesOf(side, members, foreign)) {
      const key = `${candidate.language}\0${JSON.stringify(candidate.pattern)}`;
      if (!candidates.has(key)) candidates.set(key, candidate);
    }
  }
  return [...candidates.values()];
}

interface Members {
  readonly fragments: Fragment[];
  /** Whether they share a name that the other tree lacks. */
  readonly isNamed: boolean;
}

function groupsOf(
  side: RulesetSide,
  own: readonly Fragment[],
  other: readonly Fragment[],
  foreign: ForeignWords,
): readonly Group[] {
  const byKey = new Map<string, Members>();
  for (const fragment of own) {
    for (const { key, words } of groupKeys(fragment)) {
      const group = byKey.get(key);
      if (group === undefined) {
        const isNamed = words.some((word) => !foreign.all.has(word) && NAME.test(word));
        byKey.set(key, { fragments: [fragment], isNamed });
      } else group.fragments.push(fragment);
    }
  }
  for (const [key, members] of byKey) if (!isSupported(side, members)) byKey.delete(key);
  const shared = new Map<string, Set<string>>();
  for (const fragment of other) {
    for (const { key } of groupKeys(fragment)) {
      if (!byKey.has(key)) continue;
      const files = shared.get(key);
      if (files === undefined) shared.set(key, new Set([fragment.file]));
      else files.add(fragment.file);
    }
  }
  const seen = new Map<string, boolean>();
  const groups: Group[] = [];
  for (const [key, { fragments: members, isNamed }] of byKey) {
    const rivals = shared.get(key);
    // Only where the other side has no such fragment can a path tell the two apart.
    const free = members.filter(({ file }) => rivals?.has(file) !== true);
    if (!isSupported(side, { fragments: free, isNamed })) continue;
    const identity = `${members.length}:${members.map(({ id }) => id).join(' ')}`;
    if (seen.get(identity) === true) continue;
    // The same members may share a name that the other side lacks.
    seen.set(identity, rivals === undefined);
    const type = rivals !== undefined ? 'shared' : isNamed ? 'named' : 'own';
    groups.push({ members, lines: changedSpan(free), type });
  }
  return groups.sort((left, right) => right.lines.size - left.lines.size);
}

/**
 * A pattern must repeat, except for the use of a name that golden removes completely: whoever does the
 * refactoring removes it, too. A new name can be chosen otherwise, so only its definition is taken, and
 * not that of a test, whose name no task gives.
 */
function isSupported(side: RulesetSide, { fragments, isNamed }: Members): boolean {
  const [first] = fragments;
  if (first === undefined) return false;
  if (isNamed && side === 'reductive') return true;
  if (isNamed && isDefinition(first.node.kind) && !first.inTests) return true;
  return fragments.length >= LEAST_PLACES || fragments.some(({ file }) => file !== first.file);
}

function changedSpan(members: readonly Fragment[]): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const { file, node } of members) {
    for (let line = node.firstLine; line <= node.lastLine; line += 1) lines.add(`${file}\0${line}`);
  }
  return lines;
}

function chooseGroups(groups: readonly Group[]): readonly Group[] {
  const left = { ...MOST_GROUPS };
  const uses = { named: new Map<string, number>(), own: new Map<string, number>() };
  return groups.filter(({ lines, type }) => {
    if (left[type] === 0) return false;
    const counts = type === 'named' ? uses.named : uses.own;
    const isNews = [...lines].some((line) => (counts.get(line) ?? 0) < MOST_PER_LINE);
    if (!isNews) return false;
    left[type] -= 1;
    if (type !== 'shared') for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return true;
  });
}

/** The generalisations of a group, the most general first. */
function candidatesOf(
  side: RulesetSide,
  members: readonly Fragment[],
  foreign: ForeignWords,
): readonly Candidate[] {
  const [first] = members;
  const least = antiUnify(sampleOf(members));
  if (first === undefined || least === undefined) return [];
  const fresh = new Set(keptTexts(least).filter((word) => !foreign.all.has(word)));
  const general = fresh.size > 0 ? keepOnly(least, fresh) : openLists(least);
  // The complete text of a single fragment is no pattern.
  const all = members.length === 1 ? [general] : [general, least];
  return candidatesFrom(side, first, all, foreign);
}

function sampleOf(members: readonly Fragment[]): readonly SyntaxNode[] {
  const step = Math.max(1, members.length / MOST_MEMBERS);
  const size = Math.min(members.length, MOST_MEMBERS);
  return Array.from({ length: size }, (_, index) => members[Math.floor(index * step)]).flatMap(
    (fragment) => (fragment === undefined ? [] : [fragment.node]),
  );
}

function wordsOf(fragments: readonly Fragment[]): ReadonlySet<string> {
  const words = new Set<string>();
  const collect = (node: SyntaxNode): void => {
    if (isWord(node)) words.add(node.text);
    for (const child of node.children) collect(child);
  };
  for (const { node } of fragments) collect(node);
  return words;
}

function wordsByFamily(fragments: readonly Fragment[]): ForeignWords['of'] {
  const words = new Map<string, ReadonlySet<string>>();
  return (language) => {
    const family = [language, ...siblingsOf(language)];
    const key = family.toSorted().join();
    const known = words.get(key);
    if (known !== undefined) return known;
    const own = wordsOf(fragments.filter((fragment) => family.includes(fragment.language)));
    words.set(key, own);
    return own;
  };
}
