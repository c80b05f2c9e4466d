import { instanceIdOf } from '@refbench/contracts';
import type { Languages, Licence } from '@refbench/code-facts';
import type { RankingEntry } from '../rank/ranking-file.ts';
import type { RejectedCommit } from '../rank/collect.ts';
import type { Rejection } from '../commit/rejection.ts';
import { candidateSchema, type Candidate } from './candidate.ts';

export interface SelectionRules {
  /** How many candidates to take. */
  readonly count: number;
  readonly perRepository: number;
  /**
   * Maximum number per language, by its benchmark name. Languages without an entry are not limited.
   */
  readonly quotas: Readonly<Record<string, number>>;
  /** SPDX ids to accept. Undefined: every open licence. */
  readonly licences?: readonly string[] | undefined;
}

export interface SelectTools {
  readonly languages: Languages;
  readonly categoryOf: (title: string) => string;
  /** Returns the licence of base. Called only for commits that pass all other rules. */
  readonly licenceOf: (repository: string, base: string) => Promise<Licence>;
}

export interface Selection {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly RejectedCommit[];
}

/** Selects candidates, the best first. A rejected commit states the first rule that it violates. */
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
    return reject(
      'language',
      language === undefined ? 'no code changed' : `instances in ${language} are not supported`,
    );
  if (chosen >= rules.count) return reject('rank', `${rules.count} better commits were selected`);
  if ((taken.repository.get(repositoryKey(entry)) ?? 0) >= rules.perRepository) {
    return reject(
      'repository-cap',
      `${rules.perRepository} commits of ${commit.repository} were selected (--per-repository ${rules.perRepository})`,
    );
  }
  const quota = rules.quotas[name];
  if (quota !== undefined && (taken.language.get(name) ?? 0) >= quota) {
    return reject('language-quota', `${quota} commits in ${name} were selected`);
  }
  const licence = await licenceOf(commit.repository, measured.base);
  if (!(rules.licences?.includes(licence.id) ?? licence.open)) {
    return reject('licence', `the licence is ${licence.id}`);
  }
  const { repository, repository_id, number, merged_at, stars, title = '', body = '' } = commit;
  const { base, golden, paths, measures } = measured;
  const candidate = candidateSchema.safeParse({
    schema: 1,
    id: instanceIdOf(repository, base),
    rank,
    repository,
    repository_id,
    number,
    base,
    golden,
    title,
    body,
    merged_at,
    stars,
    language: name,
    category: categoryOf(title),
    licence: licence.id,
    paths,
    measures,
    score,
  });
  // The repository name is too long or unsuitable for a folder, an image and a label.
  if (!candidate.success) return reject('rank', `${repository} does not give a valid instance id`);
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
