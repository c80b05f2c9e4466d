import { appendFile, chmod, link, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { makeTar, patchOf, tarOfFolder, withBench } from './patch-collection.testkit.ts';

describe('sizes and kinds (D10)', () => {
  test('pipes and devices are listed and skipped', async () => {
    await withBench(async ({ collect }) => {
      const archive = makeTar([
        { name: 'testbed/pipe', type: 'special' },
        { name: 'testbed/x', bytes: 'x' },
      ]);
      expect(await collect(archive)).toMatchObject({ kind: 'collected', skippedSpecial: ['pipe'] });
    });
  });

  test('a file without read permission is read', async () => {
    expect(await patchOf((testbed) => chmod(join(testbed, 'src/a.ts'), 0o000))).toBe('');
  });

  test('the rejection names files over the limits', async () => {
    await withBench(async ({ testbed, collect }) => {
      await writeFile(join(testbed, 'big.bin'), Buffer.alloc(3000));
      await writeFile(join(testbed, 'debug.log'), Buffer.alloc(9000));
      expect(await collect(undefined, { fileBytes: 2000 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('big.bin (3000)'),
      });
      expect(await collect(undefined, { totalBytes: 2000 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('big.bin (3000)'),
      });
      expect(await collect(undefined, { patchBytes: 20 })).toMatchObject({ stage: 'size' });
      expect(await collect(undefined, { entries: 3 })).toMatchObject({ stage: 'entries' });
      await mkdir(join(testbed, 'many'));
      for (const name of 'abcdef')
        await link(join(testbed, 'src/a.ts'), join(testbed, 'many', name));
      expect(await collect(undefined, { files: 4 })).toMatchObject({
        stage: 'size',
        reason: expect.stringContaining('many (5)'),
      });
    });
  });

  test('an unchanged large file of base is not a change', async () => {
    await withBench(async ({ testbed, collect }) => {
      expect(await collect(undefined, { fileBytes: 3 })).toMatchObject({
        kind: 'collected',
        changed: 0,
      });
      await appendFile(join(testbed, 'src/a.ts'), 'x');
      expect(await collect(undefined, { fileBytes: 3 })).toMatchObject({
        reason: expect.stringContaining('src/a.ts (21)'),
      });
    });
  });

  test('a truncated archive is an error of the engine', async () => {
    await withBench(async ({ testbed, collect }) => {
      const whole = await buffer(tarOfFolder(join(testbed, '..')));
      const cut = whole.subarray(0, whole.indexOf('export const a'));
      await expect(collect(Readable.from([cut]))).rejects.toMatchObject({ kind: 'engine' });
    });
  });

  test('the same folder always produces the same tree (D11)', async () => {
    await withBench(async ({ testbed, collect }) => {
      await appendFile(join(testbed, 'src/a.ts'), 'x');
      expect(await collect()).toEqual(await collect());
      expect((await readFile(join(testbed, 'src/a.ts'), 'utf8')).endsWith('x')).toBe(true);
    });
  });
});
