/**
 * Measures the cost of the leak gate: a full search of an instance's image compared with reading
 * the engine's `save` of the same image to the end, alternating in one run. The engine must write
 * the image in both cases, so a ratio of the medians above 1 is the share of the search.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { checkLeaks, readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { openInstanceRepository, selectInstances } from '@refbench/instances';
import { connectEngine } from '@refbench/sandbox';

const ROUNDS = 3;
const root = resolve(import.meta.dirname, '../..');
const stateDir = process.env['REFBENCH_STATE_DIR'] ?? resolve(root, '.refbench');
const workspace = {
  instancesDir: resolve(root, 'instances'),
  rulesDir: resolve(root, 'rules'),
  runsDir: resolve(root, 'runs'),
  stateDir,
  mirror: process.env['REFBENCH_MIRROR'],
};
const pattern = process.argv[2] ?? 'refbench__*';

await using engine = await connectEngine({ stateDir });
const [entry] = await selectInstances(workspace, [pattern]);
if (entry === undefined) throw new Error(`no instance ${pattern}`);
const signal = new AbortController().signal;
await using repository = await openInstanceRepository({ workspace, entry, signal });
const request = {
  engine,
  instance: entry.instance,
  instanceDir: entry.dir,
  repository,
  options: {
    stateDir,
    network: await resolveBuildNetwork(),
    definitions: await readImageDefinitions(),
  },
};
const { environment } = await checkLeaks(request);

const saves: number[] = [];
const searches: number[] = [];
let bytes = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const started = performance.now();
  bytes = 0;
  for await (const chunk of await engine.saveImage(environment.imageId)) {
    bytes += (chunk as Buffer).length;
  }
  saves.push(performance.now() - started);
  searches.push((await checkLeaks(request, { again: true })).leaks.duration_ms);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const [save, search] = [median(saves), median(searches)];
process.stdout.write(
  `${availableParallelism()} cores, Node ${process.versions.node}, ${engine.info.kind} ${engine.info.version}\n` +
    `image of ${(bytes / 1e6).toFixed(0)} MB: save alone ${(save / 1000).toFixed(1)} s, ` +
    `gate ${(search / 1000).toFixed(1)} s, ratio ${(search / save).toFixed(2)}\n`,
);
