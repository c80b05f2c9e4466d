import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { readCertificates, splitCertificates } from './certificates.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { TEST_CERTIFICATES } from './certificates.testkit.ts';

const [one, two] = TEST_CERTIFICATES;

it('splits a bundle with any text between its certificates', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----';
  const found = splitCertificates(`# ours\n${one}\n${key}\nsubject=two\r\n${two}`, 'bundle');
  expect(found.map((text) => text.trim())).toEqual([one.trim(), two.trim()]);
});

it('keeps each certificate once and leaves the well-known roots out', () => {
  const roots = rootCertificates.slice(0, 3).join('\n');
  expect(splitCertificates(`${roots}\n${one}\n${one}`, 'bundle')).toHaveLength(1);
  expect(splitCertificates(roots, 'bundle')).toEqual([]);
});

it('names a file without a valid certificate', async () => {
  await using folder = await temporaryFolder();
  const empty = join(folder.path, 'empty.pem');
  await writeFile(empty, 'nothing');
  await expect(readCertificates(empty)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining(empty) as unknown,
  });
  await expect(readCertificates(join(folder.path, 'none.pem'))).rejects.toMatchObject({
    kind: 'invalid-file',
  });
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  expect(() => splitCertificates(broken, 'broken.pem')).toThrow(/broken\.pem.*decoded/);
});
