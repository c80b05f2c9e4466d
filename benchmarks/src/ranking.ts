/**
 * Measures the gain of reading diffs concurrently: every commit that the first stage admits in some
 * mirrors is measured with one, two and four jobs, in turns in one run. The rankings must be
 * identical.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  gitShards,
  mineShards,
  rank,
  readDefinition,
  readSignalWeights,
  signalScorer,
} from '@refbench/mining';
import { readLanguages } from '@refbench/code-facts';
import { findMirrors } from './mirrors.ts';

const ROUNDS = 3;
const JOBS = [1, 2, 4] as const;
const NAMES = ['containerd/nerdctl', 'lima-vm/lima', 'apache/shenyu', 'burn-rs/burn'];

const mirrors = findMirrors(NAMES);
if (mirrors !== undefined) await compare(mirrors.mirror, mirrors.repositories);

async function compare(mirror: string, repositories: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-ranking-'));
  try {
    const definition = await readDefinition();
    const places = { mirror, cacheDir: join(folder, 'cache') };
    const shards = await gitShards({ definition, repositories, ...places });
    await mineShards({ folder, shards, jobs: 2 });
    const scorer = signalScorer(await readSignalWeights());
    const languages = await readLanguages();
    const best = new Map<number, number>();
    const rankings = new Set<string>();
    let admitted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const jobs of JOBS) {
        await rm(join(folder, 'measures.jsonl'), { force: true });
        const start = performance.now();
        const { funnel } = await rank({ folder, definition, languages, scorer, jobs, ...places });
        const seconds = (performance.now() - start) / 1000;
        best.set(jobs, Math.min(seconds, best.get(jobs) ?? Infinity));
        admitted = funnel.first;
        rankings.add(await readFile(join(folder, 'ranking.jsonl'), 'utf8'));
      }
    }
    if (rankings.size !== 1) throw new Error('the rankings differ');
    const one = best.get(1) ?? Number.NaN;
    const machine = `${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}`;
    process.stdout.write(
      `${machine}; ${admitted} commits of ${repositories.length} mirrors, best of ${ROUNDS}\n`,
    );
    for (const [jobs, seconds] of best) {
      const gain = (one / seconds).toFixed(2);
      process.stdout.write(`${jobs} at once: ${seconds.toFixed(1)} s, ${gain} times one\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
