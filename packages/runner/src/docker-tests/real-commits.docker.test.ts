import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { halfOfGolden, mirrorHolds, scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';

/** Instance, its repository in the mirror, and what breaks its suite. */
const REAL = [
  ['koajs__koa-ef467caa', 'koajs/koa', 'lib/application.js'],
  ['remarkablemark__html-react-parser-1fcb059b', 'remarkablemark/html-react-parser', 'index.js'],
] as const;

describe.each(REAL)('%s', (id, repository, vitalFile) => {
  const absent = !mirrorHolds(repository, existsSync);
  let bed: TestBed;
  beforeAll(async () => {
    bed = await TestBed.open();
  });
  afterEach(async () => {
    expect(await bed.leftovers()).toEqual([]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  test(
    'golden gets 1, nop 0, half of golden something between, and a broken tree does not pass',
    { timeout: 1_200_000 },
    async ({ skip }) => {
      skip(absent, `${repository} is not in REFBENCH_TEST_MIRROR`);
      const submissions = [
        agentSubmission(await resolveAgent('golden')),
        agentSubmission(await resolveAgent('nop')),
        await bed.script('breaker', `echo 'syntax error (' >> ${vitalFile}\n`),
        halfOfGolden(),
      ];
      const result = await bed.run('real', submissions, { instances: id });
      expect(result.incomplete).toEqual([]);
      expect(scoreOf(result, 'golden')).toMatchObject({
        verdict: 'model',
        pass: 1,
        ifr: { total: 1 },
        alignment: { total: 1 },
      });
      expect(scoreOf(result, 'nop')).toMatchObject({ pass: 1, ifr: { total: 0 } });
      expect(scoreOf(result, 'breaker')).toMatchObject({ verdict: 'model', pass: 0 });
      const between = scoreOf(result, 'half').ifr.total ?? 0;
      expect(between).toBeGreaterThan(0);
      expect(between).toBeLessThan(1);
      // The whole suite ran: the published recipe of koa stopped after 14 tests.
      expect(scoreOf(result, 'golden').tests.total).toBeGreaterThan(100);
    },
  );
});
