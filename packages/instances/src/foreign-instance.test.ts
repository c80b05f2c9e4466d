import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveAgent } from '@refbench/agents';
import { recipeDigest } from '@refbench/env-builder';
import { openRepository } from '@refbench/repos';
import { loadRuleset } from '@refbench/rule-engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTask, type CatalogEntry } from './instance-catalog.ts';
import { selectInstances } from './selection/select-entries.ts';
import type { Workspace } from '@refbench/workspace';

// Tests instances of untrusted authors. Links in them must not lead to files of the host.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ID = 'refbench__tally-6637120b';

let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-'));
  workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror: undefined,
  };
  await cp(join(root, 'instances', ID), join(workspace.instancesDir, ID), { recursive: true });
  await cp(join(root, 'rules', ID), join(workspace.rulesDir, ID), { recursive: true });
  await mkdir(join(folder, 'host'));
  await writeFile(join(folder, 'host/secret'), 'secret: of the host\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function replace(path: string, target: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
}

async function entry(): Promise<CatalogEntry> {
  const [found] = await selectInstances(workspace, [ID]);
  if (found === undefined) throw new Error('there is no instance');
  return found;
}

async function open(): Promise<void> {
  const { instance, dir } = await entry();
  await using _repository = await openRepository({
    repository: instance.repository,
    instanceDir: dir,
    base: instance.base,
    golden: instance.golden,
    cacheDir: workspace.stateDir,
  });
}

const dir = (): string => join(workspace.instancesDir, ID);
const rules = (): string => join(workspace.rulesDir, ID);

test.each<readonly [string, () => string, () => Promise<unknown>]>([
  ['instance.yaml', () => join(dir(), 'instance.yaml'), entry],
  [
    'the task',
    () => join(dir(), 'task.instructed.md'),
    async () => readTask(await entry(), 'instructed'),
  ],
  ['the recipe', () => join(dir(), 'environment'), () => recipeDigest(dir())],
  [
    'install_system.sh',
    () => join(dir(), 'environment/install_system.sh'),
    () => recipeDigest(dir()),
  ],
  ['the seed', () => join(dir(), 'repository'), open],
  ["the seed's base", () => join(dir(), 'repository/base'), open],
  ['the golden patch', () => join(dir(), 'repository/golden.patch'), open],
  ['the ruleset', rules, entry],
  ['a side of the ruleset', () => join(rules(), 'additive'), () => loadRuleset(rules())],
  ['a rule', () => join(rules(), 'additive/stolen.yml'), () => loadRuleset(rules())],
])(
  '%s as a link out of the folder is refused, and nothing of it is told',
  async (_name, path, use) => {
    const target = ['environment', 'repository', 'base', 'additive', ID].includes(
      path().split('/').at(-1) ?? '',
    )
      ? join(folder, 'host')
      : join(folder, 'host/secret');
    await replace(path(), target);
    const error: unknown = await use().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      kind: 'invalid-file',
      message: expect.stringMatching(/leads out of/) as string,
    });
    expect(String(error)).not.toContain('of the host');
  },
);

test('the home files of an agent must be in its directory', async () => {
  const agent = join(folder, 'agent');
  await mkdir(agent);
  await writeFile(
    join(agent, 'agent.yaml'),
    'name: a\nversion: "1"\ncommand: [bash]\nfiles: { .config: settings }\n',
  );
  await symlink(join(folder, 'host/secret'), join(agent, 'settings'));
  await expect(resolveAgent(agent)).rejects.toMatchObject({ kind: 'invalid-file' });
  await replace(join(agent, 'agent.yaml'), join(folder, 'host/secret'));
  await expect(resolveAgent(agent)).rejects.toMatchObject({ kind: 'invalid-file' });
});
