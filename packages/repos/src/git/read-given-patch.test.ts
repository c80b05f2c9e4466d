import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { contents, emptyRepository, textFiles, writeFiles } from '../repos.testkit.ts';

const BASE = textFiles({
  'a.txt': 'one\ntwo\nthree\n',
  'dir/b.txt': 'b\n',
  'run.sh': 'exec:echo\n',
  link: 'link:a.txt',
});
const HUNK = '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
const EDIT = `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n${HUNK}`;

/** Reads and applies a patch. Returns the changed files and the note, or the rejection. */
async function read(patch: string): Promise<readonly [result: unknown, note: string | undefined]> {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const base = await writeFiles(repository, BASE);
  const given = await repository.readGivenPatch(base, Buffer.from(patch));
  const applied = await repository.applyPatch(base, given.patch);
  if (applied.kind === 'rejected') return [`${applied.stage}: ${applied.reason}`, given.note];
  const before = await contents(repository, base);
  const after = Object.entries(await contents(repository, applied.treeId));
  return [Object.fromEntries(after.filter(([path, text]) => before[path] !== text)), given.note];
}

const EDITED = { 'a.txt': '100644 one\n2\nthree\n' };

test('a patch that the strict parser reads stays as it is', async () => {
  expect(await read(EDIT)).toEqual([EDITED, undefined]);
});

test.each([
  ['an invented index line', EDIT.replace('--- a', 'index 1234xyz..0000 100644\n--- a')],
  ['a similarity that is no number', EDIT.replace('--- a', 'similarity index most\n--- a')],
  ['prose before it', `I renamed two things:\n- one\n- two\n\n${EDIT}`],
  ['a fence around it', `\`\`\`diff\n${EDIT}\`\`\`\n`],
  [
    'a mail around it',
    `From 12 Mon Sep 17\nSubject: x\n\n---\n a.txt | 2 +-\n\n${EDIT}-- \n2.39\n`,
  ],
  ['a warning after it', `${EDIT}warning: LF will be replaced by CRLF\n`],
])('git reads a patch with %s, and the note says so', async (_name, patch) => {
  expect(await read(patch)).toEqual([
    EDITED,
    expect.stringMatching(/^line \d+ of the patch: .*; git reads the patch without it$/),
  ]);
});

test('git reads an unusual mode of a new file', async () => {
  const added = '--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1 @@\n+x\n';
  const patch = `diff --git a/new.sh b/new.sh\nnew file mode 100775\n${added}`;
  expect((await read(patch))[0]).toEqual({ 'new.sh': '100755 x\n' });
});

test('names without prefixes are taken as they are, and the note says so', async () => {
  const patch = `--- dir/b.txt\n+++ dir/b.txt\n@@ -1 +1 @@\n-b\n+c\n`;
  expect(await read(patch)).toEqual([
    { 'dir/b.txt': '100644 c\n' },
    'the names in the patch lack the prefixes a/ and b/; dir/b.txt was taken as it is',
  ]);
});

test.each([
  ['lines after the end of a hunk', `prose\n${EDIT}+four\n`, /this is not part of a patch/],
  ['a section of a merge', `${EDIT}diff --cc dir/b.txt\n@@@ -1 -1 +1 @@@\n--b\n++c\n`, /not part/],
  ['a path in the folder of git', EDIT.replaceAll('a.txt', '.git/config'), /^path: /],
  [
    'a path out of the tree',
    `prose\n${EDIT.replaceAll('a.txt', '../a.txt')}`,
    /not part of a patch/,
  ],
  [
    'a file in place of a folder',
    'prose\n--- /dev/null\n+++ b/dir\n@@ -0,0 +1 @@\n+x\n',
    /not part/,
  ],
  ['other content than base', `prose\n${EDIT.replace('-two', '-zwei')}`, /not part of a patch/],
])('a patch with %s is rejected', async (_name, patch, reason) => {
  expect(await read(patch)).toEqual([expect.stringMatching(reason), undefined]);
});
