import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { comparePackages, recordPackages, recordPath } from './package-record.ts';
import { parseEvidence } from './verify-image.ts';

it('reads checks and packages, and ignores the output of toolchains', () => {
  const text = [
    'ok\tuser\tuid=10001(bench)',
    'fail\tno setuid\t',
    'warning: a compiler said this',
    'ok\tfour\tfields\there',
    'package\tzlib1g 1:1.3 amd64',
    'package\tgit 1:2.47 amd64',
    'ok',
  ].join('\n');
  expect(parseEvidence(text)).toEqual({
    checks: [
      { check: 'user', ok: true, detail: 'uid=10001(bench)' },
      { check: 'no setuid', ok: false, detail: '' },
    ],
    packages: ['git 1:2.47 amd64', 'zlib1g 1:1.3 amd64'],
  });
});

it('reports packages that were added or removed since they were recorded', async () => {
  await using folder = await temporaryFolder();
  const path = recordPath('gcc-14', folder.path);
  expect(path.startsWith(join(folder.path, 'packages', 'gcc-14.'))).toBe(true);
  expect(await comparePackages(path, ['git 1 amd64'])).toEqual({ kind: 'unrecorded' });
  await recordPackages(path, ['git 1 amd64', 'less 2 amd64']);
  expect(await comparePackages(path, ['git 1.1 amd64', 'less 2 amd64'])).toEqual({
    kind: 'compared',
    gone: ['git 1 amd64'],
    come: ['git 1.1 amd64'],
  });
});
