import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readLicences } from '@refbench/code-facts';
import { startNpmRegistry, temporaryFolder, type NpmRegistry } from '@refbench/test-helpers';
import { expect, test, vi } from 'vitest';
import { PUBLISHED_DATASET } from './data-source.ts';
import { workspaceIn, writeDataset } from './dataset.testkit.ts';
import { listDatasets } from './list-datasets.ts';
import { pullDataset, type PulledDataset } from './pull-dataset.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** Packs a folder as npm does, with the scripts of its package. */
async function packed(folder: string, to: string): Promise<Buffer> {
  await run('npm', ['pack', '--silent', `--pack-destination=${to}`], { cwd: folder });
  const name = (await readdir(to)).find((one) => one.endsWith('.tgz'));
  return await readFile(join(to, name ?? 'no archive'));
}

/** Pulls with the configuration of a user whose .npmrc leads to the registry. */
async function pull(folder: string, registry: NpmRegistry, from?: string): Promise<PulledDataset> {
  const npmrc = join(folder, 'npmrc');
  await writeFile(npmrc, registry.npmrc);
  vi.stubEnv('npm_config_userconfig', npmrc);
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
  const licences = await readLicences();
  try {
    return await pullDataset({
      workspace: workspaceIn(folder),
      from,
      replace: false,
      isOpen: licences.isOpen,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
  } finally {
    vi.unstubAllEnvs();
  }
}

test('what is published is the shipped data set, byte for byte', async () => {
  await using folder = await temporaryFolder();
  await using registry = await startNpmRegistry({ token: 'secret' });
  // A copy, because tests that run at the same time pack as well.
  const checkout = join(folder.path, 'checkout');
  for (const name of ['dataset', 'instances', 'rules', 'scripts', 'LICENSE']) {
    await cp(join(root, name), join(checkout, name), { recursive: true });
  }
  const tarball = await packed(join(checkout, 'dataset'), folder.path);
  expect(await readdir(join(checkout, 'dataset'))).toEqual(['LICENSE', 'package.json']);
  registry.publish(PUBLISHED_DATASET, '0.1.0', tarball);

  const { added, dataset } = await pull(folder.path, registry);
  const ids = (await readdir(join(root, 'instances'))).filter((name) => name.includes('__'));
  expect(added).toEqual(ids.toSorted());
  expect(dataset).toMatchObject({ name: 'refbench-instances', version: '0.1.0' });
  for (const name of ['instances', 'rules']) {
    const places = [join(root, name), join(folder.path, name)];
    expect((await run('diff', ['-r', '-x', 'installed.json', ...places])).stdout).toBe('');
  }
  expect(await listDatasets(workspaceIn(folder.path))).toMatchObject({
    datasets: [{ source: `npm ${PUBLISHED_DATASET}@0.1.0`, instances: ids.length, changed: [] }],
  });
});

test('npm says why a package cannot be had, and a package must be what it says', async () => {
  await using folder = await temporaryFolder();
  await using registry = await startNpmRegistry();
  const set = join(folder.path, 'set');
  await mkdir(set);
  await writeDataset(set);
  await writeFile(
    join(set, 'package.json'),
    JSON.stringify({ name: PUBLISHED_DATASET, version: '2.0.0' }),
  );
  const tarball = await packed(set, folder.path);
  const reject = async (from: string | undefined, expected: object): Promise<void> => {
    await expect(pull(folder.path, registry, from)).rejects.toMatchObject(expected);
    expect(await readdir(folder.path)).not.toContain('instances');
  };
  await reject(undefined, {
    kind: 'repository',
    message: expect.stringMatching(
      /npm could not download @refbench\/dataset: .*not found/i,
    ) as string,
  });
  registry.publish(PUBLISHED_DATASET, '2.0.0', tarball);
  await reject(`${PUBLISHED_DATASET}@3.0.0`, {
    kind: 'repository',
    message: expect.stringMatching(/No matching version/i) as string,
  });
  await reject(undefined, {
    kind: 'invalid-file',
    message: expect.stringContaining('@2.0.0 contains version 1.0.0 of small-set') as string,
  });
  await using damaged = await startNpmRegistry({ damage: true });
  damaged.publish(PUBLISHED_DATASET, '2.0.0', tarball);
  await rm(join(folder.path, 'cache'), { recursive: true });
  await expect(pull(folder.path, damaged)).rejects.toMatchObject({
    kind: 'repository',
    message: expect.stringMatching(/sha512|integrity/) as string,
  });
});
