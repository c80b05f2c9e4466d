import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attemptRecordSchema, type AttemptRecord } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import type { RunResult } from '../run/run-result.ts';
import { chosen, fakeJudge } from './modes.testkit.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

/** Plans to make a file; makes the file that its plan names. Leaves traces outside of the plan, too. */
const PLANNER = `
set -eu
write() { printf '# Make a file\n\ncreate: %s\n' "$1" >"$2"; }
case "$REFBENCH_PHASE" in
  plan)
    grep -q /output/refactoring_plan.md "$REFBENCH_PROMPT_FILE"
    echo trace >/testbed/trace.txt
    echo trace >"$HOME/trace.txt"
    write single.txt /output/refactoring_plan.md
    ;;
  multiplan)
    mkdir -p /output/refactoring_plans
    for n in 0 1 2 3 4; do write "file-$n.txt" "/output/refactoring_plans/refactoring_plan$n.md"; done
    ;;
  execute)
    test ! -e /output && test ! -e "$HOME/trace.txt"
    echo made >"/testbed/$(sed -n 's/^create: //p' "$REFBENCH_PROMPT_FILE")"
    ;;
esac
`;

async function attemptOf(result: RunResult, agent: string): Promise<[AttemptRecord, string]> {
  const { instance, attempt } = scoreOf(result, agent);
  const folder = join(result.folder, instance, agent, String(attempt));
  const file = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  if (file.kind !== 'valid') throw new Error(JSON.stringify(file));
  return [file.value, folder];
}

test('plan: a new container carries out the plan and sees nothing else of the planner', async () => {
  const agent = await bed.planner('planner', PLANNER);
  const result = await bed.run('plan', [agent], { mode: 'plan' });
  expect(scoreOf(result, 'planner')).toMatchObject({ verdict: 'model', pass: 1 });
  const [record, folder] = await attemptOf(result, 'planner');
  expect(record.outcome.kind).toBe('completed');
  expect(record.phases?.map(({ phase }) => phase)).toEqual(['plan', 'execute']);
  const patch = await readFile(join(folder, 'patch.diff'), 'utf8');
  expect(patch).toContain('+++ b/single.txt');
  expect(patch).not.toContain('trace');
  const plan = await readFile(join(folder, 'phases/plan/plan-0.md'), 'utf8');
  const prompt = await readFile(join(folder, 'phases/execute/prompt.md'), 'utf8');
  expect(prompt).toContain(plan.trim());
  expect(prompt).not.toContain('take a pair');
});

test('multiplan: the judge sees the instructed text on the open track, and its choice is carried out', async () => {
  const agent = await bed.planner('planner-open', PLANNER);
  const judge = fakeJudge(chosen(3));
  const result = await bed.run('multiplan', [agent], { mode: 'multiplan', track: 'open', judge });
  const [record, folder] = await attemptOf(result, 'planner-open');
  expect(record.outcome.kind).toBe('completed');
  expect(judge.asked[0]).toContain('take a pair of numbers');
  expect(await readFile(join(folder, 'prompt.md'), 'utf8')).not.toContain('take a pair');
  expect(await readFile(join(folder, 'patch.diff'), 'utf8')).toContain('+++ b/file-3.txt');
});

test.each([
  ['a link', 'ln -s /etc/passwd /output/refactoring_plan.md'],
  ['a folder', 'mkdir /output/refactoring_plan.md'],
  ['a pipe', 'mkfifo /output/refactoring_plan.md'],
  ['too much', 'head -c 300000 /dev/zero | tr "\\0" x >/output/refactoring_plan.md'],
])('%s in the place of the plan is no plan, and nothing is executed', async (_name, command) => {
  const name = `odd-${command.replaceAll(/[^a-z]/g, '').slice(0, 20)}`;
  const agent = await bed.planner(name, `${command}\n`);
  const score = scoreOf(await bed.run(name, [agent], { mode: 'plan' }), name);
  expect(score).toMatchObject({ outcome: { kind: 'no-plan' }, verdict: 'model', pass: 0 });
  expect(score.reasons['patch']).toMatch(/there was no plan to execute/);
});

test('a file instead of the plan folder is the agent’s fault', async () => {
  const agent = await bed.planner('no-folder', 'echo x >/output/refactoring_plans\n');
  const judge = fakeJudge();
  const result = await bed.run('no-folder', [agent], { mode: 'multiplan', judge });
  expect(scoreOf(result, 'no-folder').outcome.kind).toBe('no-plan');
});
