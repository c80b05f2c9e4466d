import type { History } from '@refbench/repos';
import type { OwnCandidate, OwnSearch } from './candidate.ts';
import { endsOf, type Change } from './change.ts';
import { chooseChanges } from './choose-changes.ts';
import { evidenceOf } from './evidence.ts';
import type { OwnRules } from './own-rules.ts';
import { readOwnTools } from './own-tools.ts';
import { readCommits, readInside, type OwnSearchOptions } from './read-own-commits.ts';
import { commitsIn, searchCommits, type Search } from './search-commits.ts';

/**
 * Finds refactorings in the history of one repository from its messages and diffs alone, best first. It reads
 * along first parents, and looks further where that yields few candidates: at small changes, and at commits
 * inside of merges, if their titles name a refactoring. A commit occurs in at most one candidate.
 */
export async function findOwnCandidates(
  history: History,
  options: OwnSearchOptions,
): Promise<OwnSearch> {
  const tools = await readOwnTools();
  const { enough } = tools.rules.few;
  const commits = await readCommits(history, options);
  const found = await searchCommits(history, commits, tools, options);
  if (found.chosen.length >= enough) return resultOf(commits.length, found);
  const more = withSmall(found, tools.rules);
  if (more.chosen.length >= enough) return resultOf(commits.length, more);
  const used = commitsIn(more.chosen);
  const merges = commits.filter(({ golden }) => !used.has(golden));
  const inner = await readInside(history, merges, commits, options);
  const inside = withSmall(await searchCommits(history, inner, tools, options), tools.rules);
  return resultOf(commits.length + inner.length, {
    chosen: [...more.chosen, ...inside.chosen.filter((each) => isNamed(each, tools.rules))],
    rejected: [...more.rejected, ...inside.rejected],
  });
}

/** Adds small changes that name a refactoring. */
function withSmall(search: Search, rules: OwnRules): Search {
  const fits = (change: Change): boolean =>
    isNamed(change, rules) &&
    change.signs.codeLines >= rules.few.least_code_lines &&
    change.score >= rules.limits.min_score;
  return { ...search, chosen: [...search.chosen, ...search.small.filter(fits)] };
}

function isNamed({ purpose }: Change, { few }: OwnRules): boolean {
  return purpose.message >= few.min_message && purpose.doubt === 0;
}

function resultOf(read: number, { chosen, rejected }: Omit<Search, 'small'>): OwnSearch {
  const used = commitsIn(chosen);
  return {
    read,
    candidates: chooseChanges(chosen, [], 0).map(candidateOf),
    rejected: rejected.filter(({ commit }) => !used.has(commit)),
  };
}

function candidateOf(change: Change): OwnCandidate {
  const { base, last } = endsOf(change.commits);
  const { title, body } = change.purpose;
  return {
    kind: change.commits.length > 1 ? 'range' : last.merged !== undefined ? 'merge' : 'commit',
    base,
    last: last.golden,
    commits: change.commits.map(({ commit }) => commit.golden),
    time: last.time,
    title,
    body,
    language: change.language,
    measures: change.signs.measures,
    score: change.score,
    evidence: evidenceOf(change),
  };
}
