import { explainCommit, readShardRecords, type RankResult } from '@refbench/mining';
import type { Known } from './known.ts';
import { table } from './tables.ts';

/**
 * Renders one row per repository: the number of commits after each stage, and the ranks of its
 * known commits.
 */
export async function repositoryTable(
  folder: string,
  repositories: readonly string[],
  known: readonly Known[],
  { ranked, rejected }: RankResult,
): Promise<string> {
  const records = [...(await readShardRecords(folder)).values()];
  const rows = repositories.map(async (repository) => {
    const id = `git-${repository.replace('/', '__')}-`;
    const walked = records.findLast(({ unit }) => unit.startsWith(id))?.coverage.records ?? 0;
    const own = ranked.filter(({ commit }) => commit.repository === repository);
    const late = rejected.filter(
      (each) => each.repository === repository && each.why.stage !== 'first',
    ).length;
    const places = known
      .filter((each) => each.repository === repository)
      .map(async ({ golden }) => {
        const at = own.findIndex(({ measured }) => measured.golden === golden);
        const found = own[at];
        const place =
          found === undefined ? await rejectionOf(folder, golden) : `${at + 1}, ${found.rank}`;
        return `${golden.slice(0, 8)}: ${place}`;
      });
    const cells = (await Promise.all(places)).join('; ');
    return [repository, walked, own.length + late, own.length, cells] as const;
  });
  const head = [
    'repository',
    'commits',
    'first stage',
    'second',
    'known: place in its own, in all',
  ];
  return table([head, ...(await Promise.all(rows))]);
}

async function rejectionOf(folder: string, golden: string): Promise<string> {
  const last = (await explainCommit(folder, golden)).at(-1);
  return last?.text.replace(/^git-\S+ /, '') ?? 'not along first parents';
}
