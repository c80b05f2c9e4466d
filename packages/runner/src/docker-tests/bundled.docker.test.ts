import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { parsePatch } from '@refbench/repos';
import { halfOfGolden, patchSubmission, scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';

let bed: TestBed;
/** For what depends on no content. */
let small: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
  small = await TestBed.openSmall();
});
afterEach(async () => {
  expect([...(await bed.leftovers()), ...(await small.leftovers())]).toEqual([]);
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
  await small[Symbol.asyncDispose]();
});

async function embedded(...names: string[]): Promise<Submission[]> {
  return (await Promise.all(names.map((name) => resolveAgent(name)))).map(agentSubmission);
}

test('golden scores 1, nop follows no rule, and the honest script is in between; all are ranked', async () => {
  const agents = await embedded('golden', 'nop', 'script');
  const result = await bed.run('embedded', agents, { controls: 'full' });
  expect(result.incomplete).toEqual([]);
  const one = { additive: 1, reductive: 1, total: 1 };
  const none = { additive: 0, reductive: 0, total: 0 };
  expect(scoreOf(result, 'golden')).toMatchObject({
    outcome: { kind: 'completed' },
    verdict: 'model',
    ifr: one,
    alignment: { total: 1 },
    ifr_strict: one,
    alignment_strict: one,
  });
  expect(scoreOf(result, 'nop')).toMatchObject({
    ifr: none,
    alignment: { total: 0 },
    ifr_strict: { total: 0 },
    precision: { total: null },
  });
  const script = scoreOf(result, 'script');
  expect(script.ifr_strict.total).toBeGreaterThan(0);
  expect(script.ifr_strict.total).toBeLessThan(script.ifr.total ?? 0);
  expect(script.ifr.total).toBeLessThan(1);
  for (const { name } of agents) {
    const score = scoreOf(result, name);
    // A note says which original tests only the patch's own form could run.
    const findings = score.integrity.findings.filter(({ severity }) => severity !== 'note');
    expect({ ...score.integrity, findings }).toEqual({
      controls: 'full',
      findings: [],
      ranked: true,
    });
    expect(score).toMatchObject({ pass: 1, pass_strict: 1, tests: { missing: 0 } });
    expect(score.controls?.suite_runs).toBeLessThanOrEqual(2);
    expect(score.controls?.failing).toBeGreaterThan(0);
  }
});

test("golden's collected patch is the golden patch, byte by byte", async () => {
  const agents = await embedded('golden', 'nop', 'script');
  const result = await bed.run('embedded', agents, { controls: 'full' });
  const folder = join(result.folder, scoreOf(result, 'golden').instance, 'golden/1');
  const harvested = await readFile(join(folder, 'patch.diff'));
  const expected: Buffer[] = [];
  await bed.run('expected', [
    patchSubmission('expected', async (prepared) => {
      const patch = await prepared.goldenPatch();
      expected.push(patch);
      return patch;
    }),
  ]);
  expect(harvested.equals(expected[0] ?? Buffer.alloc(0))).toBe(true);
});

test('a patch that breaks the tests does not pass, regardless of the rules that it follows', async () => {
  const breaker = await bed.script(
    'breaker',
    'git apply /dev/null; for f in $(git ls-files "src/*.ts"); do echo "syntax error (" >> "$f"; done\n',
  );
  const score = scoreOf(await bed.run('breaker', [breaker]), 'breaker');
  expect(score).toMatchObject({ verdict: 'model', pass: 0, alignment: { total: 0 } });
  expect(score.tests.failed).toBeGreaterThan(score.tests.f_max ?? 0);
});

test('a suite that hangs is stopped and gives no verdict', async () => {
  const hanger = await small.script(
    'hanger',
    `echo "import test from 'node:test'; test('hang', () => { for (;;); });" > test/hang.test.ts\n`,
  );
  const result = await small.run('hanger', [hanger], { gradeLimits: { wall_clock_ms: 15_000 } });
  const score = scoreOf(result, 'hanger');
  expect(score).toMatchObject({ verdict: 'model', pass: 0, tests: { passed: 0, total: 0 } });
  // On a busy machine the limit of 15 s is extended.
  expect(score.reasons['tests']).toMatch(
    /^the suite was still running after (?:1[5-9]|[2-6]\d)\b.*--slow/,
  );
});

test('half of the golden patch follows some of the rules', async () => {
  const half = halfOfGolden();
  const score = scoreOf(await bed.run('half', [half]), 'half');
  expect(score.ifr.total).toBeGreaterThan(0);
  expect(score.ifr.total).toBeLessThan(1);
});

test.each([
  ['garbage', Buffer.from('this is no patch\n'), /parse/],
  ['a missing patch', undefined, /no patch/],
  [
    'a patch of another tree',
    Buffer.from('--- a/none.ts\n+++ b/none.ts\n@@ -1 +1 @@\n-old\n+new\n'),
    /apply/,
  ],
  [
    'a path out of the tree',
    Buffer.from('--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-old\n+new\n'),
    /path|parse/,
  ],
])('%s scores 0 with a reason, without a container', async (name, patch, reason) => {
  const run = name.replaceAll(' ', '-');
  const submission = patchSubmission('broken', () => Promise.resolve(patch));
  const score = scoreOf(await small.run(run, [submission]), 'broken');
  expect(score).toMatchObject({ verdict: 'model', pass: 0, ifr: { total: 0 } });
  expect(score.reasons['patch']).toMatch(reason);
});

test('a changed patch is graded again, the unchanged one is not, and both stay', async () => {
  const golden = patchSubmission('same', (prepared) => prepared.goldenPatch());
  const first = await small.run('regrade', [golden]);
  expect(scoreOf(first, 'same').pass).toBe(1);
  await small.run('regrade', [golden]);
  expect(small.events.findLast((event) => event.kind === 'scored')).toMatchObject({
    reused: true,
  });
  const nothing = patchSubmission('same', () => Promise.resolve(Buffer.alloc(0)));
  const score = scoreOf(await small.run('regrade', [nothing]), 'same');
  expect(score).toMatchObject({ attempt: 2, ifr: { total: 0 } });
  const kept = join(first.folder, score.instance, 'same/1/patch.diff');
  expect(parsePatch(await readFile(kept)).kind).toBe('parsed');
});
