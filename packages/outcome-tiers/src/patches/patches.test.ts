import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { answerDiffs } from './answer-diffs.ts';
import { patchOfAnswer, type PatchedSubject } from './patch-of-answer.ts';
import { predictionsOf } from './predictions.ts';

const FOO = 'class Foo {\n  int a() {\n    return 1;\n  }\n\n  int b() {\n    return 1;\n  }\n}\n';

function subjectOf(files: Readonly<Record<string, string>>): PatchedSubject {
  return {
    parent: 'a'.repeat(40),
    files: Object.keys(files),
    code: {
      textAt: async (_, path) => files[path]?.replaceAll('\r\n', '\n'),
      rawAt: async (_, path) => files[path],
      diff: async () => '',
    },
  };
}

/** Applies a patch with git, and returns a file. */
async function applied(files: Readonly<Record<string, string>>, patch: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-answer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch, env });
  const [path = ''] = Object.keys(files);
  return await readFile(join(folder, path), 'utf8');
}

const PROSE = (body: string): string =>
  `The second method is wrong.\n\n\`\`\`diff\n${body}\n\`\`\`\n\nThis fixes it.\n- really\n`;

test('a diff with wrong numbers is placed by its lines, the nearest of two places', async () => {
  const files = { 'src/Foo.java': FOO };
  const body =
    '--- a/src/Foo.java\n+++ b/src/Foo.java\n@@ -7,9 +7,2 @@ int b\n-    return 1;\n+    return 2;\n';
  const patched = await patchOfAnswer(PROSE(body.trimEnd()), subjectOf(files));
  if (patched.kind === 'none') throw new Error(patched.reason);
  expect(patched.files).toEqual(['src/Foo.java']);
  expect(await applied(files, patched.patch)).toBe(
    FOO.replace('b() {\n    return 1', 'b() {\n    return 2'),
  );
});

test.each([
  ['carriage returns', FOO.replaceAll('\n', '\r\n')],
  ['no line feed at the end', FOO.trimEnd()],
])('a patch applies to a file with %s', async (_, text) => {
  const files = { 'Foo.java': text };
  const body =
    '--- a/Foo.java\n+++ b/Foo.java\n@@\n   int b() {\n     return 1;\n   }\n-}\n+  int c;\n+}';
  const patched = await patchOfAnswer(PROSE(body), subjectOf(files));
  if (patched.kind === 'none') throw new Error(patched.reason);
  const result = await applied(files, patched.patch);
  expect(result.replaceAll('\r', '')).toContain('  }\n  int c;\n}');
  expect(result.includes('\r')).toBe(text.includes('\r'));
});

test('lines are added behind a last line without a line feed', async () => {
  const files = { f: 'a\nb' };
  const patched = await patchOfAnswer('--- a/f\n+++ b/f\n@@ -2 +2,2 @@\n b\n+c', subjectOf(files));
  if (patched.kind === 'none') throw new Error(patched.reason);
  expect(await applied(files, patched.patch)).toBe('a\nb\nc\n');
});

test('files are created, deleted, and found by the end of their path', async () => {
  const files = { 'src/main/Foo.java': FOO };
  const created = '--- /dev/null\n+++ b/src/New.java\n@@ -0,0 +1,9 @@\n+class New {}';
  const short = '--- Foo.java\n+++ Foo.java\n@@ -1 +1 @@\n-class Foo {\n+final class Foo {';
  const patched = await patchOfAnswer(`${PROSE(created)}${PROSE(short)}`, subjectOf(files));
  expect(patched).toMatchObject({ kind: 'patch', files: ['src/New.java', 'src/main/Foo.java'] });
  if (patched.kind === 'none') return;
  expect(await applied(files, patched.patch)).toContain('final class Foo {');
  const gone = '--- a/src/main/Foo.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-class Foo {';
  const deleted = await patchOfAnswer(gone, subjectOf(files));
  expect(deleted.kind === 'patch' ? deleted.patch.split('\n-').length : 0).toBe(11);
});

test.each([
  ['no unified diff', 'Change `return 1` to `return 2`.'],
  ['not found in the file', '--- a/Foo.java\n+++ b/Foo.java\n@@ -1 +1 @@\n-class Bar {\n+x'],
  ['does not exist', '--- a/Bar.java\n+++ b/Bar.java\n@@ -1 +1 @@\n-class Bar {\n+x'],
  ['not found in the file', '--- a/Foo.java\n+++ b/Foo.java\n@@\n-    return 1;\n+x'],
  ['exists', '--- /dev/null\n+++ b/Foo.java\n@@ -0,0 +1 @@\n+x'],
  [
    'overlap',
    '--- a/Foo.java\n+++ b/Foo.java\n@@ -3 +3 @@\n-    return 1;\n+x\n@@ -3 +3 @@\n-    return 1;\n+y',
  ],
])('an answer that cannot be placed gives no patch: %s', async (reason, answer) => {
  const patched = await patchOfAnswer(answer, subjectOf({ 'Foo.java': FOO }));
  expect(patched).toMatchObject({
    kind: 'none',
    reason: expect.stringContaining(reason) as string,
  });
});

test('a path never leaves the repository', () => {
  expect(answerDiffs('--- a/../x\n+++ b/../x\n@@\n-a\n+b')).toEqual([]);
  expect(answerDiffs('--- /x\n+++ /x\n@@\n-a\n+b')[0]?.oldPath).toBe('x');
});

test(
  'any replacement of any lines becomes a patch that git applies',
  { timeout: 120_000 },
  async () => {
    const line = fc.constantFrom('a', 'b', '  c', '', '}', '-x', '+y', '@@');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 3, maxLength: 12 }),
        fc.nat(),
        fc.array(line, { maxLength: 3 }),
        async (file, at, added) => {
          const index = at % file.length;
          const before = file.slice(0, index).map((text) => ` ${text}`);
          const after = file.slice(index + 1).map((text) => ` ${text}`);
          const own = [`-${file[index] ?? ''}`, ...added.map((text) => `+${text}`)];
          const body = ['--- a/f', '+++ b/f', '@@ -99 +99 @@', ...before, ...own, ...after];
          const files = { f: `${file.join('\n')}\n` };
          const patched = await patchOfAnswer(body.join('\n'), subjectOf(files));
          if (patched.kind === 'none') throw new Error(patched.reason);
          const expected = [...file.slice(0, index), ...added, ...file.slice(index + 1)];
          if (JSON.stringify(expected) === JSON.stringify(file)) return;
          expect(await applied(files, patched.patch)).toBe(
            expected.map((text) => `${text}\n`).join(''),
          );
        },
      ),
      { numRuns: 40 },
    );
  },
);

test('predictions have one line per subject with an instance and an answer', async () => {
  const subject = (key: string) => ({
    ...subjectOf({ 'Foo.java': FOO }),
    key,
    sha: 'b'.repeat(40),
    tier: 'Assist',
    summary: '',
    description: '',
    language: 'java',
    extensions: ['java'],
  });
  const record = (key: string, answer: string) => ({
    schema: 1 as const,
    key,
    tier: 'Assist',
    model: 'm',
    sha: 'b'.repeat(40),
    question: 'q',
    at: '2026-11-25T00:00:00Z',
    status: 'answered' as const,
    answer,
    stop: 'end' as const,
    max_tokens: 9,
    input_tokens: 1,
    output_tokens: 1,
    usd: 0,
  });
  const good = '--- a/Foo.java\n+++ b/Foo.java\n@@ -1 +1 @@\n-class Foo {\n+final class Foo {';
  const { predictions, rows } = await predictionsOf(
    'm',
    ['A-1', 'A-2', 'A-3', 'A-4'].map(subject),
    [record('A-1', good), record('A-2', 'no idea'), record('A-4', good)],
    ({ key }) => (key === 'A-4' ? undefined : `i-${key}`),
  );
  expect(predictions).toEqual([
    {
      instance_id: 'i-A-1',
      model_name_or_path: 'm',
      model_patch: expect.stringContaining('+final class Foo {\n') as string,
    },
    { instance_id: 'i-A-2', model_name_or_path: 'm', model_patch: null },
  ]);
  expect(rows.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['A-1', 'patch'],
    ['A-2', 'no-patch'],
    ['A-3', 'no-answer'],
    ['A-4', 'no-instance'],
  ]);
});
