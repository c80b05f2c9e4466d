import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PhaseRecord, PlanPhase } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';
import { bytePath, type Tree } from '@refbench/repos';
import { expect, onTestFinished, test } from 'vitest';
import { writePhase } from '@refbench/workspace';
import { planAdherence } from './plan-adherence.ts';

const tree: Tree = new Map(
  ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) => [
    bytePath(path),
    { mode: '100644', oid: '0'.repeat(40) },
  ]),
);

const PATCH = Buffer.from(
  ['src/a.ts', 'src/c.ts']
    .map(
      (path) =>
        `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+y\n`,
    )
    .join(''),
);

async function adherence(plan: string, phases: readonly ('plan' | 'execute')[], patch = PATCH) {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-plan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const digest = sha256OfBytes(plan);
  const common = {
    schema: 1,
    started_at: '2026-01-01T00:00:00Z',
    duration_ms: 1,
    adopted_from: null,
    outcome: { kind: 'completed', oom_seen: false },
    inputs: { image: digest, prompt: digest, agent: digest },
  } as const;
  const record: PlanPhase = { ...common, phase: 'plan', plans: [digest] };
  await writePhase(folder, record, { 'plan-0.md': plan });
  const records: PhaseRecord[] = phases.map((phase) =>
    phase === 'plan' ? record : { ...common, phase },
  );
  return await planAdherence({ folder, phases: records, patch, prepared: { baseTree: tree } });
}

test('files of the plan are compared with files of the patch', async () => {
  expect(await adherence('Change src/a.ts and src/b.ts.', ['plan', 'execute'])).toEqual({
    made: true,
    named: 2,
    changed: 2,
    both: 1,
    followed: 0.5,
    carried_out: 0.5,
  });
});

test('a plan that was never executed does not count, and an empty patch follows no plan', async () => {
  expect(await adherence('Change src/a.ts.', ['plan'])).toMatchObject({ made: false, named: 0 });
  expect(await adherence('Change src/a.ts.', ['plan', 'execute'], Buffer.alloc(0))).toMatchObject({
    made: true,
    followed: null,
    carried_out: 0,
  });
});

test('the direct mode has no plan', async () => {
  const options = {
    folder: '/none',
    phases: undefined,
    patch: PATCH,
    prepared: { baseTree: tree },
  };
  expect(await planAdherence(options)).toBeUndefined();
});
