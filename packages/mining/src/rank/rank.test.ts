import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingMirror, mirrorTemplate } from '@refbench/test-helpers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDefinition } from '../event-filter/definition.ts';
import { explainCommit } from '../explain.ts';
import { mineShards } from '../workspace/mine-shards.ts';
import { gitShards } from '../history/git-source.ts';
import { readLanguages } from '@refbench/code-facts';
import { readSignalWeights } from '../scoring/signal-score.ts';
import { signalScorer } from '../scoring/signal-scorer.ts';
import { rank, type RankResult } from './rank.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-rank-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function mineAndRank(repositories: readonly string[], jobs?: number): Promise<RankResult> {
  const definition = await readDefinition();
  const places = { mirror: mirrorTemplate() ?? '', cacheDir: join(folder, 'cache') };
  const shards = await gitShards({ definition, repositories, ...places });
  await mineShards({ folder, shards, jobs: 1 });
  const scorer = signalScorer(await readSignalWeights());
  return rank({ folder, definition, languages: await readLanguages(), scorer, jobs, ...places });
}

describe('real histories', () => {
  test(
    'published refactorings are among the best of three repositories, measured once',
    { timeout: 240_000 },
    async ({ skip }) => {
      const repositories = ['koajs/koa', 'lima-vm/lima', '99designs/gqlgen'];
      const missing = missingMirror(...repositories);
      skip(missing !== undefined, missing);
      const { ranked, funnel } = await mineAndRank(repositories);
      const place = (golden: string): number =>
        ranked.find(({ commit }) => commit.golden?.startsWith(golden))?.rank ??
        Number.POSITIVE_INFINITY;
      expect(funnel.first).toBeGreaterThan(15);
      expect(place('22af4859')).toBeLessThanOrEqual(2);
      expect(place('e8f79d43')).toBeLessThanOrEqual(ranked.length / 2);
      expect(place('a9965fbd')).toBeLessThanOrEqual((ranked.length * 3) / 4);
      const steps = await explainCommit(folder, 'lima-vm/lima#3900');
      expect(steps.map(({ stage }) => stage)).toStrictEqual(['found', 'measured', 'ranked']);
      // Nothing is measured again, even if the mirror has disappeared.
      const again = await mineAndRank(repositories);
      expect(again.ranked).toStrictEqual(ranked);
      // The number of concurrent diffs has no influence.
      await rm(join(folder, 'measures.jsonl'));
      expect((await mineAndRank(repositories, 1)).ranked).toStrictEqual(ranked);
    },
  );
});
