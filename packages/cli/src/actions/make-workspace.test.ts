import { execFile } from 'node:child_process';
import { access, constants, cp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolveAgent } from '@refbench/agents';
import { selectInstances } from '@refbench/instances';
import { expect, test } from 'vitest';
import { addBundledInstance } from './bundled-instance.ts';
import { temporaryFolder } from '../command.testkit.ts';
import { makeWorkspace } from './make-workspace.ts';

const root = resolve(import.meta.dirname, '../../../..');
const TALLY = 'refbench__tally-6637120b';

/** Every file below a folder with its content and whether it is executable. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const executable = ((await stat(path)).mode & 0o100) !== 0;
    return [`${path.slice(folder.length)} ${executable}`, await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

test('a new workspace has the bundled instance, its rules and an agent that starts', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'deep/workspace');
  const added = await makeWorkspace(path);
  expect(added).toEqual([
    'README.md',
    '.gitignore',
    'agents/example/agent.yaml',
    'agents/example/start.sh',
    `rules/${TALLY}`,
    `instances/${TALLY}`,
  ]);
  for (const kind of ['instances', 'rules']) {
    expect(await contentOf(join(path, kind, TALLY))).toEqual(
      await contentOf(join(root, kind, TALLY)),
    );
  }
  const [instancesDir, rulesDir] = [join(path, 'instances'), join(path, 'rules')];
  const workspace = {
    instancesDir,
    rulesDir,
    runsDir: '',
    stateDir: '',
    mirror: undefined,
    opengrep: undefined,
  };
  expect(await selectInstances(workspace, ['*'])).toHaveLength(1);
  await access(join(path, 'agents/example/start.sh'), constants.X_OK);
  const agent = await resolveAgent(join(path, 'agents/example'));
  expect(agent.name).toBe('example');
});

test('existing files are not changed', async () => {
  await using folder = await temporaryFolder();
  await makeWorkspace(folder.path);
  await writeFile(join(folder.path, 'README.md'), 'my notes');
  expect(await makeWorkspace(folder.path)).toEqual([]);
  expect(await readFile(join(folder.path, 'README.md'), 'utf8')).toBe('my notes');
});

test('the copy in the npm package produces the same instance', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const packed = join(folder.path, 'bundled');
  const script = join(root, 'scripts/bundle-instance.mjs');
  await promisify(execFile)(process.execPath, [script, packed]);
  expect(await readdir(packed, { recursive: true })).not.toContainEqual(
    expect.stringMatching(/\.gitignore$|\/package\.json$/),
  );
  const [instancesDir, rulesDir] = [join(folder.path, 'instances'), join(folder.path, 'rules')];
  await addBundledInstance({ instancesDir, rulesDir }, packed);
  for (const kind of ['instances', 'rules']) {
    expect(await contentOf(join(folder.path, kind, TALLY))).toEqual(
      await contentOf(join(root, kind, TALLY)),
    );
  }
});

test('a partial copy of an instance is not left behind', async () => {
  await using folder = await temporaryFolder();
  const packed = join(folder.path, 'bundled');
  await cp(join(root, 'rules', TALLY), join(packed, 'rules', TALLY), { recursive: true });
  const [instancesDir, rulesDir] = [join(folder.path, 'instances'), join(folder.path, 'rules')];
  await expect(addBundledInstance({ instancesDir, rulesDir }, packed)).rejects.toThrow(/instances/);
  expect(await readdir(rulesDir)).toEqual([TALLY]);
});
