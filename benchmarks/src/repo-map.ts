/**
 * Measures the map of a large repository at the tip of its mirror: cold (nothing cached, every file
 * parsed) and warm (the tags of all files cached), each in a separate process. Both maps must be
 * equal.
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
import { PeakMemory } from './peak-memory.ts';

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
  const [cold, warm] = [best(), best()];
  let [memory, facts] = [0, ''];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'refbench-repo-map-'));
    try {
      const first = await inChild(repository, folder, mirror);
      const second = await inChild(repository, folder, mirror);
      if (first.map !== second.map || first.map === '') throw new Error('the maps differ');
      cold.add(first);
      warm.add(second);
      memory = Math.max(memory, first.megabytes, second.megabytes);
      facts = `${first.files} files, ${first.tagged} of supported languages`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const figures = `cold ${cold.text()}, warm ${warm.text()}, ${memory.toFixed(0)} MB`;
  process.stdout.write(`${repository}: ${facts}; ${figures}\n`);
}

interface Timed extends z.infer<typeof resultSchema> {
  /** Processor time of all processes, including the start of Node. */
  readonly processorSeconds: number;
}

/** Keeps the minimum over several rounds. */
function best(): { readonly add: (timed: Timed) => void; readonly text: () => string } {
  let [seconds, processorSeconds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    add(timed) {
      seconds = Math.min(seconds, timed.seconds);
      processorSeconds = Math.min(processorSeconds, timed.processorSeconds);
    },
    text: () => `${seconds.toFixed(2)} s (${processorSeconds.toFixed(2)} s of processors)`,
  };
}

async function inChild(repository: string, folder: string, mirror: string): Promise<Timed> {
  const program = [process.execPath, fileURLToPath(import.meta.url)];
  // The shell reports the total of all processes, including those that have ended.
  const asked = ['-c', '"$@" && times >&2', 'bash', ...program, repository, folder, mirror];
  const { stdout, stderr } = await execa('bash', asked);
  const spent = [...(stderr.split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const processorSeconds = spent.reduce(
    (sum, [, min, sec]) => sum + Number(min) * 60 + Number(sec),
    0,
  );
  return { ...resultSchema.parse(JSON.parse(stdout)), processorSeconds };
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
