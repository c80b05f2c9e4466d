import type { Licence } from '../licences.ts';
import type { Languages } from '../languages.ts';
import type { RankingEntry } from '../rank/ranking-file.ts';
import type { RejectedCommit } from '../rank/collect.ts';
import type { Rejection } from '../rejection.ts';
import { candidateSchema, instanceIdOf, type Candidate } from './candidate.ts';

export interface SelectionRules {
  /** How many candidates to take. */
  readonly count: number;
  readonly perRepository: number;
  /** The most of one language, by its benchmark name; absent: any number. */
  readonly quotas: Readonly<Record<string, number>>;
  /** SPDX names to take; undefined: every open one. */
  readonly licences?: readonly string[] | undefined;
}

export interface SelectTools {
  readonly languages: Languages;
  readonly categoryOf: (title: string) => string;
  /** Of base's tree; asked only for commits that pass everything else. */
  readonly licenceOf: (repository: string, base: string) => Promise<Licence>;
}

export interface Selection {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly RejectedCommit[];
}

/** Best first; a commit is dropped for the first rule it breaks, and says which. */
export async function selectCandidates(
  ranked: readonly RankingEntry[],
  rules: SelectionRules,
  tools: SelectTools,
): Promise<Selection> {
  const candidates: Candidate[] = [];
  const rejected: RejectedCommit[] = [];
  const taken = { repository: new Map<string, number>(), language: new Map<string, number>() };
  for (const entry of ranked) {
    const verdict = await judge(entry, rules, tools, candidates.length, taken);
    if ('why' in verdict) {
      const { repository, number, golden } = entry.commit;
      rejected.push({ repository, number, golden, why: verdict.why });
      continue;
    }
    const { candidate } = verdict;
    candidates.push({ ...candidate, rank: candidates.length + 1 });
    bump(taken.repository, repositoryKey(entry));
    bump(taken.language, candidate.language);
  }
  return { candidates, rejected };
}

type Verdict = { readonly candidate: Candidate } | { readonly why: Rejection };

async function judge(
  entry: RankingEntry,
  rules: SelectionRules,
  { languages, categoryOf, licenceOf }: SelectTools,
  chosen: number,
  taken: Readonly<Record<'repository' | 'language', ReadonlyMap<string, number>>>,
): Promise<Verdict> {
  const { commit, measured, score, rank } = entry;
  const { language } = measured.measures;
  const name = language === undefined ? undefined : languages.benchmarkName(language);
  if (name === undefined)
    return reject('language', `no instance can be in ${language ?? 'no language'}`);
  if (chosen >= rules.count) return reject('rank', `${rules.count} were taken before it`);
  if ((taken.repository.get(repositoryKey(entry)) ?? 0) >= rules.perRepository) {
    return reject('repository-cap', `${rules.perRepository} of ${commit.repository} were taken`);
  }
  const quota = rules.quotas[name];
  if (quota !== undefined && (taken.language.get(name) ?? 0) >= quota) {
    return reject('language-quota', `${quota} in ${name} were taken`);
  }
  const licence = await licenceOf(commit.repository, measured.base);
  if (!(rules.licences?.includes(licence.id) ?? licence.open)) {
    return reject('licence', `its licence is ${licence.id}`);
  }
  const { repository, repository_id, number, merged_at, stars, title = '', body = '' } = commit;
  const { base, golden, paths, measures } = measured;
  const candidate = candidateSchema.safeParse({
    ...{ schema: 1, id: instanceIdOf(repository, base), rank, repository, repository_id, number },
    ...{ base, golden, title, body, merged_at, stars, language: name, category: categoryOf(title) },
    ...{ licence: licence.id, paths, measures, score },
  });
  // A name too long or too odd for a folder, an image and a label.
  if (!candidate.success) return reject('rank', `no instance can be named after ${repository}`);
  return { candidate: candidate.data };
}

function repositoryKey({ commit: { repository, repository_id } }: RankingEntry): string {
  return String(repository_id ?? repository.toLowerCase());
}

function reject(code: Rejection['code'], detail: string): { readonly why: Rejection } {
  return { why: { stage: 'selection', code, detail } };
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
