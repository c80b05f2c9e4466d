import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { makeTar } from '../patch-collection/patch-collection.testkit.ts';
import { readTar } from './read-tar.ts';
import { checksumOf } from './tar-header.ts';

async function list(archive: Readable): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of readTar(archive)) {
    const parts: Buffer[] = [];
    for await (const part of entry.body()) parts.push(part);
    found.push(
      `${entry.type} ${entry.name} ${entry.linkTarget}|${Buffer.concat(parts).toString()}`,
    );
  }
  return found;
}

function paxBlock(type: string, body: Buffer, name = 'short'): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(body.length.toString(8).padStart(11, '0'), 124);
  block.write(type, 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([block, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

function record(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`, 'latin1');
  let length = rest.length;
  while (`${length}`.length + rest.length !== length) length = `${length}`.length + rest.length;
  return Buffer.concat([Buffer.from(`${length}`), rest]);
}

describe('names', () => {
  test('pax names keep bytes that are not UTF-8', async () => {
    const name = `testbed/\xff\xfe${'n'.repeat(120)}`;
    const archive = Buffer.concat([
      paxBlock('x', record('path', name)),
      paxBlock('0', Buffer.from('body')),
      Buffer.alloc(1024),
    ]);
    expect(await list(Readable.from([archive]))).toEqual([`file ${name} |body`]);
  });

  test('GNU long names and long link targets', async () => {
    const long = 'd/'.repeat(150);
    const archive = makeTar([
      { name: `${long}\xff`, bytes: 'x' },
      { name: 'link', type: 'symlink', linkTarget: `${long}target` },
    ]);
    expect(await list(archive)).toEqual([`file ${long}\xff |x`, `symlink link ${long}target|`]);
  });
});

describe('an invalid archive throws', () => {
  test.each([
    ['no end mark', makeTar([{ name: 'x', bytes: 'x' }], Buffer.alloc(0)), 'ends early'],
    ['an empty stream', Readable.from([Buffer.alloc(0)]), 'ends early'],
    ['garbage', Readable.from([Buffer.alloc(1024, 'x')]), 'header is malformed'],
    [
      'a sparse file',
      Readable.from([
        Buffer.concat([
          paxBlock('x', record('GNU.sparse.major', '1')),
          paxBlock('0', Buffer.from('x')),
          Buffer.alloc(1024),
        ]),
      ]),
      'sparse',
    ],
    ['an endless name', Readable.from([paxBlock('L', Buffer.alloc(2 ** 21))]), 'too long'],
  ])('%s', async (_name, archive, reason) => {
    await expect(list(archive)).rejects.toThrow(reason);
  });
});

test('unread content is skipped', async () => {
  const names: string[] = [];
  for await (const entry of readTar(
    makeTar([{ name: 'a', bytes: 'x'.repeat(5000) }, { name: 'b' }]),
  )) {
    names.push(entry.name);
    if (entry.name !== 'a') continue;
    for await (const part of entry.body()) {
      expect(part.length).toBeLessThan(5000);
      break;
    }
  }
  expect(names).toEqual(['a', 'b']);
});
