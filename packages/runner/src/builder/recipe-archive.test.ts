import { Readable } from 'node:stream';
import fc from 'fast-check';
import { pack, type Header } from 'tar-stream';
import { expect, test } from 'vitest';
import { readRecipeArchive, type RecipeArchive } from './recipe-archive.ts';

/** One entry of an archive. */
type Entry = Partial<Header> & Pick<Header, 'name'>;

async function read(
  ...entries: readonly (readonly [Entry, (string | Buffer)?])[]
): Promise<RecipeArchive> {
  const tar = pack();
  for (const [header, content] of entries) {
    if (content === undefined) tar.entry(header);
    else tar.entry(header, content);
  }
  tar.finalize();
  return await readRecipeArchive(Readable.from(tar));
}

test('preserves the executable bit for archives of any origin', async () => {
  const archive = await read(
    [{ name: './', type: 'directory' }],
    [{ name: './run_tests', mode: 0o755 }, 'echo\n'],
    [{ name: 'scripts/reports/', type: 'directory' }],
    [{ name: 'scripts/reports/tap.ts', mode: 0o644 }, 'ä\n'],
  );
  expect(archive).toEqual({
    kind: 'files',
    files: new Map([
      ['run_tests', { text: 'echo\n', executable: true }],
      ['reports/tap.ts', { text: 'ä\n', executable: false }],
    ]),
  });
});

test.each([
  [{ name: '../escape' }, /"\.\.\/escape" is not a plain name/],
  [{ name: 'a/../../b' }, /not a plain name/],
  [{ name: '/etc/passwd' }, /not a plain name/],
  [{ name: '.git/config' }, /not a plain name/],
  [{ name: 'link', type: 'symlink', linkname: '/etc/passwd' }, /link is of type symlink/],
  [{ name: 'hard', type: 'link', linkname: 'run_tests' }, /hard is of type link/],
  [{ name: 'pipe', type: 'fifo' }, /pipe is of type fifo/],
] as const)('refuses %j', async (header, reason) => {
  const archive = await read('type' in header ? [header] : [header, 'x']);
  expect(archive.kind === 'invalid' ? archive.reasons.join() : '').toMatch(reason);
});

test('rejects files that are not text, too large or too many', async () => {
  const large = Buffer.alloc(1_500_000, 'x');
  expect(await read([{ name: 'a' }, Buffer.from([0xff, 0xfe])])).toEqual({
    kind: 'invalid',
    reasons: ['a is not UTF-8 text'],
  });
  expect(await read([{ name: 'a' }, large], [{ name: 'b' }, large])).toMatchObject({
    kind: 'invalid',
  });
  const many = Array.from({ length: 201 }, (_, at): [Entry, string] => [{ name: `f${at}` }, 'x']);
  expect(await read(...many)).toMatchObject({ kind: 'invalid' });
});

test('no input makes the reader throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
      const archive = await readRecipeArchive(Readable.from([Buffer.from(bytes)]));
      expect(['files', 'invalid']).toContain(archive.kind);
    }),
    { numRuns: 50 },
  );
});
