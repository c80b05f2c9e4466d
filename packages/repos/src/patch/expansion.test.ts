import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { blobOid } from '../git/object-id.ts';
import { emptyRepository, textFiles, writeFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { applyToTree } from '../git/apply-to-tree.ts';
import { decodeBase85 } from './base85.ts';
import { APPLY_LIMITS } from './expansion.ts';
import { parsePatch } from './parse-patch.ts';

const NONE = '0'.repeat(40);
const SOME = '1'.repeat(40);
const ALPHABET =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function encodeBase85(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(4)]);
    let value = group.readUInt32BE(0);
    let digits = '';
    for (let digit = 0; digit < 5; digit += 1) {
      digits = (ALPHABET[value % 85] ?? '') + digits;
      value = Math.floor(value / 85);
    }
    text += digits;
  }
  return text;
}

function block(method: 'literal' | 'delta', size: number, bytes: Buffer): string {
  const deflated = deflateSync(bytes);
  const lines: string[] = [];
  for (let at = 0; at < deflated.length; at += 52) {
    const part = deflated.subarray(at, at + 52);
    const letter = String.fromCharCode(part.length <= 26 ? 64 + part.length : 70 + part.length);
    lines.push(letter + encodeBase85(part));
  }
  return [`${method} ${size}`, ...lines, '', ''].join('\n');
}

function varint(size: number): number[] {
  return size < 128 ? [size] : [(size % 128) + 128, ...varint(Math.floor(size / 128))];
}

/** Returns a delta that copies the start of the source until the result has `size` bytes. */
function delta(source: number, size: number): Buffer {
  const copies = Math.ceil(size / source);
  const copy = [0x80 | 0x10 | 0x20, source % 256, Math.floor(source / 256)];
  return Buffer.from([
    ...varint(source),
    ...varint(source * copies),
    ...Array.from({ length: copies }, () => copy).flat(),
  ]);
}

function binaryFile(path: string, content: string): string {
  return `diff --git a/${path} b/${path}\nindex ${NONE}..${SOME} 100644\nGIT binary patch\n${content}\n`;
}

function newFile(path: string, bytes: Buffer): string {
  const ids = `index ${NONE}..${blobOid(bytes)}`;
  const content = block('literal', bytes.length, bytes);
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n${ids}\nGIT binary patch\n${content}\n`;
}

async function apply(patch: string, expandedBytes: number): ReturnType<typeof applyToTree> {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const base = await writeFiles(repository, textFiles({ big: 'x'.repeat(50_000), small: 'y\n' }));
  const limits = { ...APPLY_LIMITS, expandedBytes };
  return await applyToTree(repository, `${folder.path}/index`, base, Buffer.from(patch), {
    limits,
  });
}

test('copies count with their resulting size', async () => {
  const patch = Array.from(
    { length: 100 },
    (_, n) =>
      `diff --git a/big b/copy${n}\nsimilarity index 100%\ncopy from big\ncopy to copy${n}\n`,
  ).join('');
  expect(await apply(patch, 4_999_999)).toEqual({
    kind: 'rejected',
    stage: 'size',
    reason: 'applied, it would be 5000000 bytes, over 4999999',
  });
  expect(await apply(patch, 5_000_000)).toMatchObject({ kind: 'applied' });
});

test('a delta counts with the size of its result, before it is inflated', async () => {
  const bytes = delta(50_000, 100_000_000);
  expect(bytes.length).toBeLessThan(10_000);
  const patch = binaryFile('big', block('delta', bytes.length, bytes));
  expect(await apply(patch, 90_000_000)).toMatchObject({
    stage: 'size',
    reason: `applied, it would be ${100_000_000 + bytes.length} bytes, over 90000000`,
  });
});

test('a literal and the reverse part count with their stated sizes', async () => {
  const zeros = Buffer.alloc(3_000_000);
  const content = block('literal', zeros.length, zeros) + block('literal', zeros.length, zeros);
  expect(await apply(binaryFile('big', content), 8_000_000)).toMatchObject({ stage: 'size' });
});

test.each([
  ['a literal', block('literal', 2 ** 28 + 1, Buffer.from('x'))],
  ['a delta', block('delta', 20, Buffer.from([...varint(50_000), ...varint(2 ** 40), 0]))],
])('%s whose result is too large is rejected', async (_name, content) => {
  expect(parsePatch(Buffer.from(binaryFile('big', content)))).toMatchObject({ stage: 'size' });
});

test('a delta without sizes is rejected', async () => {
  const content = block('delta', 3, Buffer.from([0x80, 0x80, 0x80]));
  expect(parsePatch(Buffer.from(binaryFile('big', content)))).toMatchObject({ stage: 'parse' });
});

test('a patch is rejected if git exceeds the memory limit', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const base = await writeFiles(repository, textFiles({ small: 'x' }));
  const limits = { ...APPLY_LIMITS, memoryBytes: 100_000_000 };
  const applied = async (bytes: Buffer) => {
    const patch = Buffer.from(newFile('big', bytes));
    return await applyToTree(repository, `${folder.path}/index`, base, patch, { limits });
  };
  // The limit is enough for git itself.
  expect(await applied(Buffer.alloc(1_000))).toMatchObject({ kind: 'applied' });
  const tooLarge = await applied(Buffer.alloc(100_000_000));
  expect(tooLarge).toMatchObject({ kind: 'rejected', stage: 'apply' });
});

test('a patch with too many lines is rejected', () => {
  const count = 4_100_000;
  const head =
    'diff --git a/x b/x\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/x\n';
  const patch = Buffer.from(`${head}@@ -0,0 +1,${count} @@\n${'+\n'.repeat(count)}`);
  expect(parsePatch(patch)).toMatchObject({ kind: 'rejected', stage: 'size' });
});

test('base 85 is decoded correctly', () => {
  const bytes = Buffer.from([0, 1, 2, 3, 254, 255, 128, 127]);
  expect(decodeBase85(encodeBase85(bytes))).toEqual(bytes);
});
