import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKED_NAMES } from '@refbench/contracts';
import { startNpmRegistry, type NpmRegistry } from '@refbench/test-helpers';

const run = promisify(execFile);
const PACKAGE = { name: '@refbench/dataset', version: '0.1.0' };

/**
 * Publishes the instances of a workspace as a data set, on a registry to which its .npmrc leads, and as
 * `dataset.tgz`.
 */
export async function publishDataset(root: string, workspace: string): Promise<NpmRegistry> {
  const folder = join(workspace, 'published');
  for (const kind of ['instances', 'rules']) {
    await cp(join(workspace, kind), join(folder, kind), {
      recursive: true,
      filter: (path) => !path.endsWith('sets.yaml'),
    });
  }
  const card = ['dataset', 'card', '--out', 'instances/README.md'];
  await run(process.execPath, [join(root, 'packages/cli/bin/refbench.js'), ...card], {
    cwd: folder,
  });
  for (const path of await readdir(folder, { recursive: true })) {
    const packed = Object.keys(PACKED_NAMES).find((name) => PACKED_NAMES[name] === basename(path));
    if (packed !== undefined) await rename(join(folder, path), join(folder, dirname(path), packed));
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(PACKAGE));
  await run('npm', ['pack', '--silent'], { cwd: folder });
  await rename(join(folder, 'refbench-dataset-0.1.0.tgz'), join(workspace, 'dataset.tgz'));
  await rm(folder, { recursive: true });
  const registry = await startNpmRegistry();
  const tarball = await readFile(join(workspace, 'dataset.tgz'));
  registry.publish(PACKAGE.name, PACKAGE.version, tarball);
  await writeFile(join(workspace, '.npmrc'), registry.npmrc);
  return registry;
}
