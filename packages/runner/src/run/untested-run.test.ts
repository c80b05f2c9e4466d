import { resolveAgent } from '@refbench/agents';
import { attemptRecordSchema } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { predictionSubmissions } from '../predictions/prediction-submission.ts';
import { runUntested, TALLY } from '../testkit/untested-run.testkit.ts';

test('submitted patches are scored by the rules alone, without a container', async () => {
  const submissions = [];
  for (const name of ['golden', 'nop']) {
    submissions.push(...(await predictionSubmissions(name, [TALLY])).submissions);
  }
  const scores = await runUntested(submissions);
  const [golden, nop] = ['golden', 'nop'].map((name) => scores.find(({ agent }) => agent === name));
  expect(golden).toMatchObject({
    verdict: 'model',
    no_tests: 'it needs a printer',
    pass: null,
    pass_strict: null,
    ifr: { additive: 1, reductive: 1, total: 1 },
    alignment: { additive: null, reductive: null, total: null },
    alignment_strict: { total: null },
    tests: { total: 0, p_min: null, f_max: null },
    digests: { image: null, recipe: null, baseline: null },
    integrity: { controls: 'full' },
    controls: null,
  });
  expect(golden?.precision.total).toBeGreaterThan(0.4);
  expect(golden?.reasons).toMatchObject({
    pass: 'the instance has no tests: it needs a printer',
    pass_strict: 'the instance has no tests: it needs a printer',
  });
  expect(nop).toMatchObject({ pass: null, ifr: { total: 0 }, alignment: { total: null } });
}, 60_000);

test('the agents golden and nop need no container either, and are recorded as such', async () => {
  const agent = agentSubmission(await resolveAgent('golden'));
  const scores = await runUntested([agent], async ({ result, read }) => {
    expect(result.incomplete).toEqual([]);
    const record = attemptRecordSchema.parse(JSON.parse(await read('golden/1/attempt.json')));
    expect(record.inputs).toMatchObject({ image: null });
    expect(record.inputs).not.toHaveProperty('seccomp');
    expect(record).not.toHaveProperty('limits');
  });
  expect(scores).toMatchObject([{ pass: null, ifr: { total: 1 } }]);
}, 60_000);

test('a patch that does not apply follows no rule, and has no Pass', async () => {
  const broken: Submission = {
    name: 'broken',
    version: 'predictions',
    digest: `sha256:${'0'.repeat(64)}`,
    modes: ['direct'],
    needsNoContainer: true,
    givenPatch: () => Promise.resolve(Buffer.from('not a patch')),
    try: () =>
      Promise.resolve({
        kind: 'ended',
        outcome: {
          kind: 'completed',
          oom_seen: false,
        },
        collected: {
          kind: 'given',
          patch: Buffer.from('not a patch'),
        },
        log: {
          bytes: Buffer.alloc(0),
          droppedBytes: 0,
        },
        durationMs: 0,
      }),
  };
  expect(await runUntested([broken])).toMatchObject([
    { pass: null, ifr: { total: 0 }, alignment: { total: null } },
  ]);
}, 60_000);

test('an agent that needs a container is refused before anything is prepared', async () => {
  const agent = agentSubmission(await resolveAgent('script', { script: import.meta.filename }));
  await expect(runUntested([agent])).rejects.toMatchObject({
    kind: 'usage',
    message: `agent "script" needs a container, but ${TALLY} has no tests and so no image`,
  });
});
