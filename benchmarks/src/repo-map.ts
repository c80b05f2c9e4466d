/**
 * The map of a large repository at the tip of its mirror: cold (nothing kept, every file parsed) and warm
 * (the tags of all files kept), each in a process of its own. The two maps must be equal.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRepoMap, NO_INTEREST, TagStore, treeOfCommit } from '@refbench/labeling';
import { openHistory } from '@refbench/repos';
import { execa } from 'execa';
import { z } from 'zod';
import { findMirrors } from './mirrors.ts';
import { PeakMemory } from './rules/peak-memory.ts';

const NAMES = ['apache/shenyu', 'apache/pinot', 'knative/serving'];
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

const resultSchema = z.object({
  files: z.number(),
  tagged: z.number(),
  seconds: z.number(),
  megabytes: z.number(),
  map: z.string(),
});

const [, , name, folder, mirror] = process.argv;
if (name !== undefined && folder !== undefined && mirror !== undefined) {
  await mapOnce(name, folder, mirror);
} else {
  const mirrors = findMirrors(NAMES);
  if (mirrors !== undefined) {
    process.stdout.write(
      `${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}\n`,
    );
    for (const repository of mirrors.repositories) await measure(repository, mirrors.mirror);
  }
}

async function measure(repository: string, mirror: string): Promise<void> {
  let [cold, warm, memory] = [Infinity, Infinity, 0];
  let facts = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'refbench-repo-map-'));
    try {
      const first = await inChild(repository, folder, mirror);
      const second = await inChild(repository, folder, mirror);
      if (first.map !== second.map || first.map === '') throw new Error('the maps differ');
      cold = Math.min(cold, first.seconds);
      warm = Math.min(warm, second.seconds);
      memory = Math.max(memory, first.megabytes, second.megabytes);
      facts = `${first.files} files, ${first.tagged} of supported languages`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  process.stdout.write(
    `${repository}: ${facts}; cold ${cold.toFixed(2)} s, warm ${warm.toFixed(2)} s, ${memory.toFixed(0)} MB in all processes\n`,
  );
}

async function inChild(
  repository: string,
  folder: string,
  mirror: string,
): Promise<z.infer<typeof resultSchema>> {
  const child = execa(process.execPath, [
    fileURLToPath(import.meta.url),
    repository,
    folder,
    mirror,
  ]);
  const { stdout } = await child;
  return resultSchema.parse(JSON.parse(stdout));
}

async function mapOnce(name: string, folder: string, mirror: string): Promise<void> {
  const start = performance.now();
  await using history = await openHistory({ name, mirror, cacheDir: join(folder, 'cache') });
  if (history.kind === 'absent' || history.head === undefined)
    throw new Error(`no mirror of ${name}`);
  await using peak = new PeakMemory();
  const tree = await treeOfCommit(history.repository, history.head);
  const store = await TagStore.open(join(folder, 'tags'), name);
  const { signal } = new AbortController();
  const map = await buildRepoMap({
    tree,
    store,
    interest: NO_INTEREST,
    budgetTokens: 4_096,
    signal,
  });
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(
    JSON.stringify({
      files: tree.files.length,
      tagged: map.parsed,
      seconds,
      megabytes: peak.megabytes,
      map: map.text,
    }),
  );
}
