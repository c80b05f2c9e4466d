import { resolveAgent } from '@refbench/agents';
import { DEFAULT_LIMITS, DEFAULT_PLANNING } from '@refbench/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { executeRun } from '../run/execute-run.ts';
import type { RunResult } from '../run/run-result.ts';
import { selectInstances } from '@refbench/instances';
import { loadPrompts } from '../modes/load-prompts.ts';
import type { ProgressListener } from '@refbench/workspace';
import {
  openDiskBed,
  OWN_BYTES,
  ROOM_BYTES,
  storedOf,
  totalBytes,
  type DiskBed,
} from './disk.testkit.ts';
import { freeBytes } from './free-bytes.ts';

// Three builds, two searches for leaks and the baselines: minutes on a busy machine.
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

/** What a run leaves free of the disk where nothing else is said. */
const FLOOR_BYTES = 5 * 2 ** 30;

let bed: DiskBed;
beforeAll(async () => {
  bed = await openDiskBed();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

async function run(
  name: string,
  diskBytes: number,
  listener: ProgressListener = () => undefined,
): Promise<RunResult> {
  const agents = await Promise.all(['golden', 'nop'].map((agent) => resolveAgent(agent)));
  const never = new AbortController().signal;
  return await executeRun({
    run: name,
    submissions: agents.map(agentSubmission),
    ...bed,
    entries: await selectInstances(bed.workspace, ['*']),
    track: 'instructed',
    mode: 'direct',
    prompts: await loadPrompts(),
    planning: DEFAULT_PLANNING,
    judge: undefined,
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
    controls: 'fast',
    parallel: 1,
    diskBytes,
    drain: never,
    stop: never,
    listener,
  });
}

it('grades every attempt with a budget for one image at a time', async () => {
  const budget = totalBytes(await storedOf(bed)) + ROOM_BYTES;
  const evictions: string[] = [];
  const samples: Promise<readonly [stored: number, free: number]>[] = [];
  const sample = async (): Promise<readonly [number, number]> => [
    totalBytes(await storedOf(bed)),
    await freeBytes([bed.engine.info.dataDir, bed.workspace.stateDir]),
  ];
  const result = await run('within', budget, (event) => {
    samples.push(sample());
    if (event.kind === 'preparing' && event.message.includes('to make room')) {
      evictions.push(event.message);
    }
  });
  expect(result.incomplete).toEqual([]);
  const graded = result.scores.map(({ instance, agent, verdict, pass }) => ({
    instance: /disk-(\w+)-/.exec(instance)?.[1],
    agent,
    verdict,
    pass,
  }));
  const expected = ['one', 'two'].flatMap((instance) =>
    ['golden', 'nop'].map((agent) => ({ instance, agent, verdict: 'model', pass: 1 })),
  );
  expect(new Set(graded)).toEqual(new Set(expected));
  expect(result.scores).toHaveLength(expected.length);
  expect(evictions.join('\n')).toMatch(/removed refbench\/env:refbench__disk-one-/);
  expect(evictions.join('\n')).not.toContain('disk-two-');
  // Base images of older definitions have no further use, so they may go first.
  expect(evictions.join('\n')).not.toContain(bed.baseReference);
  const [stored, free] = [0, 1].map(async (at) =>
    (await Promise.all(samples)).map((one) => one[at] ?? 0),
  );
  expect(Math.max(...((await stored) ?? []))).toBeLessThanOrEqual(budget);
  expect(Math.min(...((await free) ?? []))).toBeGreaterThan(FLOOR_BYTES);
  const { tops, images } = await storedOf(bed);
  expect([...tops.keys()]).toEqual([expect.stringMatching(/disk-two-/)]);
  // Counted as well: the writable folders, which were unpacked for the containers.
  const [top = ''] = [...tops.values()].flat();
  const unpacked = await bed.engine.unpackedBytes(top);
  const unpacks = (await bed.engine.storageMethod()) === 'overlay-loop';
  expect(unpacked).toBeGreaterThan(unpacks ? OWN_BYTES : -1);
  expect(images.find(({ id }) => id === top)?.bytes).toBeGreaterThanOrEqual(unpacked);
});

it('rejects, before the first attempt, an image that is known not to fit, with a hint', async () => {
  const kinds: string[] = [];
  const refused = run('refused', OWN_BYTES, ({ kind }) => kinds.push(kind));
  await expect(refused).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringMatching(/^the image of refbench__disk-.*--disk allows 40 MB/) as unknown,
    hint: expect.stringMatching(/raise --disk/) as unknown,
  });
  expect(kinds).not.toContain('phase');
});
