import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownedName } from '@refbench/base';
import { SECCOMP_FILE } from '@refbench/docker';
import type { EngineApi } from '../api/engine-api.ts';
import { EngineApiError } from '../api/engine-api-error.ts';
import { engineError } from '../api/engine-failure.ts';
import { bindMount } from '../contract/storage-plan.ts';
import { IdleContainer } from './idle-container.ts';
import { probeLabels } from './probe-labels.ts';
import type { StateFolder } from './state-folder.ts';

const TARGET = '/shared';

/**
 * Returns true if the engine sees the files of this host under the same paths. An engine on another
 * machine does not, and neither does one whose socket was passed into a container, which may share
 * some folders only. So it is asked for a file with random content in the state folder, and for one of
 * the installed package, instead of being judged by its address.
 */
export async function probeSharedFiles(
  api: EngineApi,
  imageId: string,
  state: StateFolder,
): Promise<boolean> {
  const folder = join(state.root, `shared-${ownedName()}`);
  try {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    const token = join(folder, 'token');
    await writeFile(token, randomBytes(16).toString('hex'));
    for (const file of [token, SECCOMP_FILE]) {
      if (!(await seesFile(api, imageId, state, file))) return false;
    }
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function seesFile(
  api: EngineApi,
  imageId: string,
  state: StateFolder,
  file: string,
): Promise<boolean> {
  const hostConfig = { Mounts: [bindMount({ source: dirname(file), target: TARGET })] };
  const labels = await probeLabels(state);
  const wanted = await readFile(file, 'utf8');
  try {
    await using container = await IdleContainer.create(api, { imageId, labels, hostConfig });
    const archive = await container.getText(`${TARGET}/${basename(file)}`);
    return archive.includes(wanted);
  } catch (error) {
    // An engine that does not answer says nothing about its files, and the result would be stored.
    if (!(error instanceof EngineApiError) || error.status === undefined) {
      throw engineError('cannot find out whether the engine sees the files of this host', error);
    }
    // The engine has no such folder.
    return false;
  }
}
