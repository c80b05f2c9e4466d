import type { History, HistoryCommit } from '@refbench/repos';
import { isForeign } from '@refbench/code-facts';
import type { OwnRejection } from './candidate.ts';
import type { ScreenedCommit } from './change.ts';
import type { OwnTools } from './own-tools.ts';
import { purposeOf } from './purpose.ts';
import { upkeepReason } from './upkeep.ts';

/** More paths than this many times the limit of files are not listed. A rename has two paths. */
const PATHS_PER_FILE = 2;

export interface Screening {
  /** In the order of the history, newest first. */
  readonly worth: readonly ScreenedCommit[];
  readonly rejected: readonly OwnRejection[];
}

/** Chooses the commits whose diffs are worth reading, by messages and changed paths alone. */
export async function screenCommits(
  history: History,
  commits: readonly HistoryCommit[],
  { rules, keywords, languages }: OwnTools,
): Promise<Screening> {
  const { max_files, min_code_paths, min_code_files } = rules.limits;
  const most = PATHS_PER_FILE * max_files;
  const listed = commits.filter(({ paths }) => paths > 0 && paths <= most);
  const changed = await history.changedPaths(
    listed.map(({ golden, base }) => ({ commit: golden, parent: base })),
  );
  const worth: ScreenedCommit[] = [];
  const rejected: OwnRejection[] = [];
  for (const commit of commits) {
    const purpose = purposeOf(commit.message, keywords, rules.types);
    const reject = (reason: string): void =>
      void rejected.push({ commit: commit.golden, title: purpose.title, reason });
    if (commit.paths > most) {
      reject(`it changes ${commit.paths} paths, more than ${most}`);
      continue;
    }
    const paths = changed.get(commit.golden) ?? [];
    const codePaths = paths.filter((path) => languages.of(path) !== undefined && !isForeign(path));
    const upkeep = upkeepReason(commit.author, commit.message);
    if (upkeep !== undefined) {
      if (codePaths.length >= min_code_files) reject(upkeep);
      continue;
    }
    const least = purpose.named === undefined ? min_code_paths : 1;
    if (codePaths.length >= least) worth.push({ commit, purpose, codePaths });
  }
  return { worth, rejected };
}
