import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { selectInstances } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { contentDigest, contentOf } from '../card/content-digest.ts';

const root = resolve(import.meta.dirname, '../../../..');
export const TALLY = 'refbench__tally-6637120b';
/** It differs from the bundled instance in its name only. */
export const OTHER = 'refbench__other-6637120b';
const CANARY = '00000000-1111-2222-3333-444444444444';

/** The folders of a workspace below a folder. None exists yet. */
export function workspaceIn(folder: string): Workspace {
  return {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror: undefined,
  };
}

/**
 * Writes a data set with a card into a folder. It contains the bundled instance, under several names, and
 * without the source of its repository.
 * @param change changes files before the card is written
 */
export async function writeDataset(
  folder: string,
  {
    version = '1.0.0',
    ids = [TALLY],
    change = () => Promise.resolve(),
  }: {
    readonly version?: string;
    readonly ids?: readonly string[];
    readonly change?: (instancesDir: string) => Promise<unknown>;
  } = {},
): Promise<void> {
  const workspace = workspaceIn(folder);
  const { instancesDir, rulesDir } = workspace;
  for (const id of ids) await copyInstance(workspace, id);
  const dataset = { schema: 1, name: 'small-set', version, canary: CANARY };
  await writeFile(
    join(instancesDir, 'dataset.yaml'),
    JSON.stringify({ ...dataset, description: 'A set.', licence: 'MIT' }),
  );
  await mkdir(rulesDir, { recursive: true });
  await change(instancesDir);
  const entries = await selectInstances(workspace, ['*']);
  const digest = contentDigest(await Promise.all(entries.map(contentOf)));
  await writeFile(
    join(instancesDir, 'README.md'),
    `---\nrefbench:\n  version: ${version}\n  digest: ${digest}\n---\n\ncanary ${CANARY}\n`,
  );
}

async function copyInstance({ instancesDir, rulesDir }: Workspace, id: string): Promise<void> {
  await cp(join(root, 'instances', TALLY), join(instancesDir, id), {
    recursive: true,
    filter: (path) => !path.endsWith('admission.json') && !path.endsWith('/repository'),
  });
  await cp(join(root, 'rules', TALLY), join(rulesDir, id), { recursive: true });
  const path = join(instancesDir, id, 'instance.yaml');
  await writeFile(path, (await readFile(path, 'utf8')).replace(`id: ${TALLY}`, `id: ${id}`));
}
