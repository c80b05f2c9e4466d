import type { RulesetSide } from '@refbench/contracts';
import { antiUnify, isWord, keepOnly, keptTexts, openLists } from '../patterns/anti-unify.ts';
import { groupKeys } from '../patterns/features.ts';
import type { Fragment } from '../patterns/fragment.ts';
import { renderPattern } from '../patterns/render-pattern.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import { categoryOf, isDefinition, type Candidate } from './candidate.ts';

/** A rule needs this many places, or places in two files. */
export const LEAST_PLACES = 3;
const MOST_CANDIDATES = 1_200;
/** Groups that the other side has, too; a path may tell them apart. */
const MOST_SHARED = 400;
/** A changed line takes part in at most this many candidates. */
const MOST_PER_LINE = 14;
/** More members rarely change a generalisation. */
const MOST_MEMBERS = 48;

interface Group {
  readonly members: readonly Fragment[];
  readonly lines: ReadonlySet<string>;
  readonly isShared: boolean;
}

/** The words of the other tree. */
interface ForeignWords {
  readonly all: ReadonlySet<string>;
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Proposes patterns for one side: groups fragments by what they share and generalises each group.
 * Groups that cover many changed lines and that the other side lacks come first.
 */
export function proposeCandidates(
  side: RulesetSide,
  own: readonly Fragment[],
  other: readonly Fragment[],
): readonly Candidate[] {
  const foreign = { all: wordsOf(other), of: wordsByLanguage(other) };
  const candidates = new Map<string, Candidate>();
  for (const { members } of chooseGroups(groupsOf(own, other))) {
    for (const candidate of candidatesOf(side, members, foreign)) {
      const key = `${candidate.language}\0${JSON.stringify(candidate.pattern)}`;
      if (!candidates.has(key)) candidates.set(key, candidate);
    }
  }
  return [...candidates.values()];
}

function groupsOf(own: readonly Fragment[], other: readonly Fragment[]): readonly Group[] {
  const byKey = new Map<string, Fragment[]>();
  for (const fragment of own) {
    for (const key of groupKeys(fragment)) {
      const group = byKey.get(key);
      if (group === undefined) byKey.set(key, [fragment]);
      else group.push(fragment);
    }
  }
  for (const [key, members] of byKey) if (!isSupported(members)) byKey.delete(key);
  const shared = new Map<string, Set<string>>();
  for (const fragment of other) {
    for (const key of groupKeys(fragment)) {
      if (!byKey.has(key)) continue;
      const files = shared.get(key);
      if (files === undefined) shared.set(key, new Set([fragment.file]));
      else files.add(fragment.file);
    }
  }
  const seen = new Map<string, boolean>();
  const groups: Group[] = [];
  for (const [key, members] of byKey) {
    const foreign = shared.get(key);
    // Only where the other side has no such fragment can a path tell the two apart.
    const free = members.filter(({ file }) => foreign?.has(file) !== true);
    if (!isSupported(free)) continue;
    const identity = `${members.length}:${members.map(({ id }) => id).join(' ')}`;
    if (seen.get(identity) === true) continue;
    // The same members may share a name that the other side lacks.
    seen.set(identity, foreign === undefined);
    groups.push({ members, lines: changedSpan(free), isShared: foreign !== undefined });
  }
  return groups.sort((left, right) => right.lines.size - left.lines.size);
}

function isSupported(members: readonly Fragment[]): boolean {
  const [first] = members;
  if (first === undefined || members.length < 2) return false;
  return members.length >= LEAST_PLACES || members.some(({ file }) => file !== first.file);
}

function changedSpan(members: readonly Fragment[]): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const { file, node } of members) {
    for (let line = node.firstLine; line <= node.lastLine; line += 1) lines.add(`${file}\0${line}`);
  }
  return lines;
}

function chooseGroups(groups: readonly Group[]): readonly Group[] {
  const left = { own: MOST_CANDIDATES, shared: MOST_SHARED };
  const uses = new Map<string, number>();
  return groups.filter(({ lines, isShared }) => {
    const budget = isShared ? 'shared' : 'own';
    if (left[budget] === 0) return false;
    const isNews = [...lines].some((line) => (uses.get(line) ?? 0) < MOST_PER_LINE);
    if (!isNews) return false;
    left[budget] -= 1;
    if (!isShared) for (const line of lines) uses.set(line, (uses.get(line) ?? 0) + 1);
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
  const all = [fresh.size > 0 ? keepOnly(least, fresh) : openLists(least), least];
  return all.flatMap((generalised) => {
    const rendered = renderPattern(generalised, first.language);
    if (rendered === undefined) return [];
    const kept = [...new Set(keptTexts(generalised))];
    const known = foreign.of.get(first.language);
    const { kind } = first.node;
    return [
      {
        side,
        language: first.language,
        category: categoryOf(kind),
        kind,
        ...rendered,
        words: [
          ...kept.filter((word) => fresh.has(word)),
          ...kept.filter((word) => !fresh.has(word)),
        ],
        // A rule looks at one language, so a word that the other tree has in others is still new.
        isTelling: kept.some((word) => known?.has(word) !== true),
        restrictive: side === 'additive' && isDefinition(kind) && fresh.size > 0,
      },
    ];
  });
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

/** TypeScript with and without JSX count as one: a file may get JSX without another change. */
function wordsByLanguage(fragments: readonly Fragment[]): ForeignWords['of'] {
  const family = (name: string): string => (name === 'Tsx' ? 'TypeScript' : name);
  const languages = new Set(['Tsx', ...fragments.map(({ language }) => language)]);
  return new Map(
    [...languages].map((name) => [
      name,
      wordsOf(fragments.filter(({ language }) => family(language) === family(name))),
    ]),
  );
}
