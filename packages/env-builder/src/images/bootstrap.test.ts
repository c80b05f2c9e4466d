import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { bootstrapArguments, bootstrapDebian } from './bootstrap.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { readImageDefinitions } from './image-definitions.ts';

const os = {
  suite: 'trixie',
  registry_image: 'debian:trixie-slim',
  packages: ['git', 'procps'],
  fallback: 'archive' as const,
};

it('names a mirror only if one is given', () => {
  const own = bootstrapArguments(os, '/tmp/a.tar', undefined);
  expect(own).toContain('--include=git,procps');
  expect(own.slice(-2)).toEqual(['trixie', '/tmp/a.tar']);
  expect(bootstrapArguments(os, '/tmp/a.tar', '')).toEqual(own);
  expect(bootstrapArguments(os, '/tmp/a.tar', 'http://mirror').at(-1)).toBe('http://mirror');
});

it('is a failure of the machine if the program is missing, and says what to install', async () => {
  await using folder = await temporaryFolder();
  vi.stubEnv('PATH', folder.path);
  const options = {
    stateDir: folder.path,
    network: { env: {}, certificates: [], notes: [] },
    definitions: await readImageDefinitions(),
  };
  await expect(bootstrapDebian(os, join(folder.path, 'a.tar'), options)).rejects.toMatchObject({
    kind: 'engine',
    message: expect.stringContaining('not installed') as unknown,
    hint: expect.stringContaining('scripts/setup') as unknown,
  });
});
