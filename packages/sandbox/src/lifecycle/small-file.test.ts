import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { readSmallFile } from './small-file.ts';

function archive(header: Parameters<Pack['entry']>[0], body = ''): Readable {
  const tar = pack();
  tar.entry(header, body);
  tar.finalize();
  return Readable.from(tar);
}

describe('readSmallFile', () => {
  it('reads a regular file up to the limit', async () => {
    expect((await readSmallFile(archive({ name: 'f' }, 'four'), '/f', 4)).toString()).toBe('four');
    await expect(readSmallFile(archive({ name: 'f' }, 'fives'), '/f', 4)).rejects.toMatchObject({
      kind: 'invalid-file',
      message: '/f in the container has 5 bytes, more than the limit of 4',
    });
  });

  it.each(['symlink', 'fifo', 'directory', 'character-device'] as const)(
    'refuses a %s',
    async (type) => {
      const entry = archive({ name: 'f', type, linkname: '/etc/shadow' });
      await expect(readSmallFile(entry, '/f', 4)).rejects.toThrow(`is a ${type}`);
    },
  );

  it('fails on a truncated archive', async () => {
    const bytes = Buffer.concat(await archive({ name: 'f' }, 'x'.repeat(600)).toArray());
    const torn = Readable.from([bytes.subarray(0, 700)]);
    await expect(readSmallFile(torn, '/f', 1_000)).rejects.toThrow('Unexpected end');
  });
});
