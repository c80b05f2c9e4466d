import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillTemplate, placeholdersOf } from '@refbench/base';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fencePlans } from '../submission/fence-plans.ts';
import { loadPrompts } from './load-prompts.ts';
import { planPaths } from '@refbench/workspace';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-prompts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the project has all its templates, and every placeholder is filled in', async () => {
  const prompts = await loadPrompts();
  const all = [
    prompts.first('direct', 'TASK'),
    prompts.first('plan', 'TASK'),
    prompts.first('multiplan', 'TASK'),
    prompts.execute('PLAN'),
    prompts.judge('TASK', ['PLAN', 'OTHER']),
  ];
  for (const text of all) expect(placeholdersOf(text)).toEqual([]);
  expect(prompts.first('plan', 'TASK')).toContain('/output/refactoring_plan.md');
  for (const path of planPaths('multiplan')) {
    expect(prompts.first('multiplan', 'TASK')).toContain(path);
  }
  expect(planPaths('multiplan')).toHaveLength(5);
});

test('agents that can get packages are told so, and the judge is not', async () => {
  const plain = await loadPrompts();
  const told = plain.withPackages();
  const line = /^- Packages can be installed all the same/m;
  for (const mode of ['direct', 'plan', 'multiplan'] as const) {
    expect(told.first(mode, 'T')).toMatch(line);
    expect(plain.first(mode, 'T')).not.toMatch(line);
  }
  expect(told.execute('P')).toMatch(line);
  expect(told.judge('T', ['P'])).toBe(plain.judge('T', ['P']));
  await writeFile(join(folder, 'direct.md'), 'Do {{task}}');
  const own = (await loadPrompts(folder)).withPackages();
  expect(own.first('direct', 'it')).toMatch(/^Do it\n- Packages can be installed/);
});

test('a file of the same name replaces one template, and only the modes that use it differ', async () => {
  await writeFile(join(folder, 'judge.md'), 'Pick: {{plans}} for {{task}}');
  const [own, replaced] = [await loadPrompts(), await loadPrompts(folder)];
  expect(replaced.judge('T', ['P'])).toMatch(/^Pick: --- plan 0/);
  expect(replaced.digestFor('direct')).toBe(own.digestFor('direct'));
  expect(replaced.digestFor('plan')).toBe(own.digestFor('plan'));
  expect(replaced.digestFor('multiplan')).not.toBe(own.digestFor('multiplan'));
});

test.each([
  ['jugde.md', 'x', { kind: 'usage', message: /jugde\.md is not the name/ }],
  ['judge.md', 'Pick {{plans}}', { kind: 'invalid-file', message: /must contain {{task}}/ }],
  ['direct.md', '{{task}} {{golden}}', { kind: 'invalid-file', message: /{{golden}}/ }],
])('%s with invalid placeholders is rejected: %j', async (name, text, { kind, message }) => {
  await writeFile(join(folder, name), text);
  await expect(loadPrompts(folder)).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message) as string,
  });
});

test('the error names a missing folder', async () => {
  await expect(loadPrompts(join(folder, 'none'))).rejects.toMatchObject({ kind: 'usage' });
});

test('inserted text is not expanded again', () => {
  expect(fillTemplate('{{plan}} {{task}}', { plan: '{{task}} $& $1', task: 'T' })).toBe(
    '{{task}} $& $1 T',
  );
});

test('a plan cannot close its own fence', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }),
      (plans) => {
        const word = /^--- plan 0 ([0-9a-f]{16}) ---$/m.exec(fencePlans(plans))?.[1] ?? '';
        expect(word).not.toBe('');
        for (const plan of plans) expect(plan).not.toContain(word);
      },
    ),
  );
});

test('a forged marker stays inside the markers of its plan', () => {
  const first = fencePlans(['a', 'b']);
  const forged = first.split('\n').slice(2).join('\n');
  const lines = fencePlans([forged, 'b']).split('\n');
  const word = lines[0]?.split(' ').at(-2) ?? '';
  expect(lines.filter((line) => line.endsWith(`${word} ---`))).toHaveLength(4);
});

test('the line about the test suite can be switched off, which makes another plan', async () => {
  const [told, silent] = await Promise.all([
    loadPrompts(),
    loadPrompts(undefined, { suite: false }),
  ]);
  for (const [text, other] of [
    [told.first('direct', 'TASK'), silent.first('direct', 'TASK')],
    [told.execute('PLAN'), silent.execute('PLAN')],
  ] as const) {
    expect(text).toContain('- `/scripts/run_tests` runs the test suite');
    expect(other).not.toMatch(/run_tests|\{\{/);
  }
  expect(told.digestFor('plan')).not.toBe(silent.digestFor('plan'));
});

test('without that line, no prompt says how to run tests, and none asks for a report', async () => {
  const silent = await loadPrompts(undefined, { suite: false });
  const prompts = [silent.first('direct', 'TASK'), silent.execute('PLAN')];
  for (const text of prompts) {
    expect(text).not.toMatch(/\b(?:run|runs|running|execute)\b[^.\n]*\b(?:tests?|suite)\b/i);
    expect(text).not.toMatch(/\b(?:write|summari[sz]e|document)\b[^.\n]*\b(?:report|summary)\b/i);
    // The only files that a prompt asks for are those of the result.
    expect(text).not.toContain('/output/');
  }
});
