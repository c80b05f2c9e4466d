import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addedLines, removedLines } from './changed-lines.ts';
import { formatPatch, selectFiles } from './format-patch.ts';
import { parsePatch } from './parse-patch.ts';
import type { ParsedPatch } from './patch-file.ts';

function parsed(text: string): ParsedPatch {
  const result = parsePatch(Buffer.from(text, 'latin1'));
  if (result.kind === 'rejected') throw new Error(result.reason);
  return result;
}

function rejection(text: string): string {
  const result = parsePatch(Buffer.from(text, 'latin1'));
  return result.kind === 'rejected' ? `${result.stage}: ${result.reason}` : 'accepted';
}

const hunk = '@@ -1 +1 @@\n-old\n+new\n';

function git(name: string, body = hunk): string {
  return `diff --git a/${name} b/${name}\nindex 1111111..2222222 100644\n--- a/${name}\n+++ b/${name}\n${body}`;
}

describe('accepted patches', () => {
  test('empty input and empty lines are a patch without files', () => {
    expect(parsed('').files).toEqual([]);
    expect(parsed('\n\n').files).toEqual([]);
  });

  test('changed lines, with modes from the index line', () => {
    const [file] = parsed(git('src/x.ts')).files;
    expect(file).toMatchObject({
      oldPath: 'src/x.ts',
      newPath: 'src/x.ts',
      oldMode: '100644',
      newMode: '100644',
      change: 'modified',
      binary: false,
    });
  });

  test('the tab that git writes after a name with a space is removed', () => {
    const name = 'docs/two words.md';
    const patch = git(name).replace(`--- a/${name}`, `--- a/${name}\t`);
    const result = parsed(patch.replace(`+++ b/${name}`, `+++ b/${name}\t`));
    expect([...addedLines(result).keys()]).toEqual([name]);
  });

  test('quoted names are decoded to their bytes', () => {
    const name = '"a/tab\\there\\377\\"q"';
    const patch = `diff --git ${name} ${name.replace('a/', 'b/')}\nold mode 100644\nnew mode 100755\n`;
    expect(parsed(patch).files[0]?.newPath).toBe('tab\there\u00ff"q');
    expect(formatPatch(parsed(patch)).toString('latin1')).toBe(patch);
  });

  test.each([
    ['no prefix', 'diff --git src/x src/x\n--- src/x\n+++ src/x\n'],
    ['mnemonic prefixes', 'diff --git i/src/x w/src/x\n--- i/src/x\n+++ w/src/x\n'],
    ['plain', '--- a/src/x\n+++ b/src/x\n'],
    ['plain, dated', '--- src/x\t2020-01-01 00:00:00.0 +0000\n+++ src/x\t2020-01-02 00:00:00\n'],
    ['plain, recursive', 'diff -ru old/src/x new/src/x\n--- old/src/x\n+++ new/src/x\n'],
  ])('%s', (_name, header) => {
    const [file] = parsed(`${header}${hunk}`).files;
    expect(file).toMatchObject({ oldPath: 'src/x', newPath: 'src/x', change: 'modified' });
    expect(formatPatch(parsed(`${header}${hunk}`)).toString()).toContain(
      '--- a/src/x\n+++ b/src/x\n',
    );
  });

  test('added and deleted files, also in plain patches', () => {
    expect(parsed('--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+new\n').files[0]).toMatchObject({
      oldPath: undefined,
      newPath: 'x',
      change: 'added',
    });
    const dated = '--- x\t2020-01-01 00:00:00 +0000\n+++ x\t1970-01-01 01:00:00 +0100\n';
    expect(parsed(`${dated}@@ -1 +0,0 @@\n-old\n`).files[0]).toMatchObject({
      oldPath: 'x',
      newPath: undefined,
      change: 'deleted',
    });
  });

  test('renames and copies, whose names may contain " b/"', () => {
    const patch =
      'diff --git a/one b/one b/two b/two\nsimilarity index 100%\nrename from one b/one\nrename to two b/two\n' +
      'diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\nindex 1111111..2222222 100644\n--- a/x\n+++ b/y\n' +
      hunk;
    const result = parsed(patch);
    expect(result.files).toMatchObject([
      { oldPath: 'one b/one', newPath: 'two b/two', change: 'renamed' },
      { oldPath: 'x', newPath: 'y', change: 'copied' },
    ]);
    expect(formatPatch(result).toString()).toBe(patch);
  });

  test('lines that look like headers are content', () => {
    const body = '@@ -1,2 +1,2 @@\n--- a/evil\n-diff --git a/e b/e\n+++ b/evil\n+@@ -1 +1 @@\n';
    const result = parsed(git('x', body));
    expect(result.files).toHaveLength(1);
    expect([...(removedLines(result).get('x' as never) ?? [])]).toEqual([
      [1, '-- a/evil'],
      [2, 'diff --git a/e b/e'],
    ]);
  });

  test('form feeds and lone carriage returns do not end a line', () => {
    const result = parsed(git('x', '@@ -1,2 +1,3 @@\n one\ftwo\rthree\n-old\r\n+new\n+\x0b\n'));
    expect([...(addedLines(result).get('x' as never) ?? [])]).toEqual([
      [2, 'new'],
      [3, '\x0b'],
    ]);
    expect(
      removedLines(result)
        .get('x' as never)
        ?.get(2),
    ).toBe('old\r');
  });

  test('a binary file has no lines', () => {
    const patch = `diff --git a/x b/x\nnew file mode 100644\nindex ${'0'.repeat(40)}..${'1'.repeat(40)}\nGIT binary patch\nliteral 3\nKcmZQzWMXDw000I609C(B\n\nliteral 0\nHcmV?d00001\n\n`;
    expect(rejection(patch)).toContain('no line of binary content');
    const good = patch.replace('KcmZQzWMXDw000I609C(B', 'KcmZQzWMXDw000I6');
    expect(addedLines(parsed(good)).size).toBe(0);
    expect(parsed(good).files[0]?.binary).toBe(true);
  });

  test('a change of a file to a link has two parts', () => {
    const patch =
      'diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n' +
      'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n';
    expect(parsed(patch).files.map((file) => file.change)).toEqual(['deleted', 'added']);
  });
});

test('selectFiles keeps whole files only', () => {
  const patch = `${git('a')}${git('b')}${git('c')}`;
  const half = selectFiles(parsed(patch), (file) => file.newPath !== 'b');
  expect(formatPatch(half).toString()).toBe(`${git('a')}${git('c')}`);
});

describe('rejected patches', () => {
  test.each([
    ['prose', 'I fixed it.\n', 'not part of a patch'],
    ['prose after a patch', `${git('x')}Done.\n`, 'not part of a patch'],
    ['a conflict', `<<<<<<< HEAD\n${git('x')}`, 'not part of a patch'],
    ['a code fence', `\`\`\`diff\n${git('x')}`, 'not part of a patch'],
    ['NUL bytes', '\0\0\0', 'not part of a patch'],
    ['a header alone', 'diff --git a/x b/x\n', 'not changed in any way'],
    ['a hunk cut short', git('x', '@@ -1,2 +1,2 @@\n-old\n'), 'ends within a hunk'],
    ['a line cut short', git('x', '@@ -1 +1 @@\n-old\n+ne'), 'ends within a line'],
    ['too few lines', git('x', '@@ -1,3 +1,3 @@\n-old\n+new\ndiff --git'), 'fewer lines'],
    ['too many lines', git('x', '@@ -1 +1,2 @@\n-old\n-older\n+new\n'), 'more lines'],
    ['an extra line', git('x', `${hunk}+more\n`), 'not part of a patch'],
    ['overlapping hunks', git('x', `${hunk}${hunk}`), 'overlap'],
    ['wrong new numbers', git('x', '@@ -5 +7 @@\n-old\n+new\n'), 'another new line number'],
    ['nothing but context', git('x', '@@ -1 +1 @@\n old\n'), 'changes nothing'],
    [
      'lines after the last line',
      git('x', '@@ -1 +1,2 @@\n-old\n+new\n\\ No newline at end of file\n+x\n'),
      'said to be the last',
    ],
    ['a file twice', `${git('x')}${git('x')}`, 'changed twice'],
    [
      'binary without content',
      'diff --git a/x b/x\nindex 1111111..2222222 100644\nBinary files a/x and b/x differ\n',
      'git diff --binary',
    ],
    ['CRLF line ends', git('x').replaceAll('\n', '\r\n'), 'CRLF'],
    ['another name below', git('x').replace('+++ b/x', '+++ b/y'), 'differs from the header'],
    ['another name in the rename', 'diff --git a/x b/y\nrename from x\nrename to z\n', 'one path'],
    ['a strange mode', 'diff --git a/x b/x\nnew file mode 100600\n', 'none of 100644'],
    ['a submodule', 'diff --git a/x b/x\nnew file mode 160000\n', 'path: '],
    ['a parent folder', git('../x'), 'path: '],
    ['a parent folder inside', git('y/../../x'), 'path: '],
    ['an absolute path', git('/etc/passwd'), 'path: '],
    ['.git', git('.git/config'), 'path: '],
    ['.GIT', git('sub/.GIT/hooks/x'), 'path: '],
    ['git~1', git('git~1/x'), 'path: '],
    ['.git with a dot', git('.git. /x'), 'path: '],
    ['an absolute plain path', `--- /etc/x\n+++ /etc/x\n${hunk}`, 'path: '],
    [
      'a binary file that is too large',
      `diff --git a/x b/x\nnew file mode 100644\nindex ${'0'.repeat(40)}..${'1'.repeat(40)}\nGIT binary patch\nliteral 99999999999\nA00000\n\n`,
      'size: ',
    ],
    ['only a quotation mark', 'diff --git "a/x b/x\n', 'malformed'],
  ])('%s', (_name, patch, reason) => {
    expect(rejection(patch)).toContain(reason);
  });

  test('200 MB', () => {
    expect(parsePatch(Buffer.alloc(200 * 2 ** 20))).toMatchObject({ stage: 'size' });
  });
});

test('no input makes the parser throw, and every parsed patch can be formatted', () => {
  const lines = fc.constantFrom(
    'diff --git a/x b/x',
    'diff --git "a/\\377" "b/\\377"',
    'index 1111111..2222222 100644',
    '--- a/x',
    '+++ b/x',
    '--- /dev/null',
    '+++ /dev/null',
    '@@ -1 +1 @@',
    '@@ -0,0 +1 @@',
    '@@ -1,2 +1 @@ f',
    '-old',
    '+new',
    ' same',
    '',
    '\\ No newline at end of file',
    'new file mode 100644',
    'deleted file mode 100644',
    'old mode 100644',
    'new mode 100755',
    'rename from x',
    'rename to y',
    'GIT binary patch',
    'literal 3',
    'KcmZQzWMXDw000I6',
  );
  const patches = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.array(lines, { maxLength: 14 }).map((all) => Buffer.from(all.map((l) => `${l}\n`).join(''))),
  );
  const property = fc.property(patches, (bytes) => {
    const result = parsePatch(bytes);
    if (result.kind === 'rejected') return result.reason !== '';
    const again = parsePatch(formatPatch(result));
    return again.kind === 'parsed' && again.files.length === result.files.length;
  });
  expect(fc.check(property, { numRuns: 3000 }).failed).toBe(false);
});
