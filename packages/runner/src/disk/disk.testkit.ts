import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureBaseImage,
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { removeEnvironments } from '../testkit/fixture-instance.testkit.ts';
import { selectInstances } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { needsOf, storedImages, type StoredImages } from './stored-images.ts';

/** What each of these instances fetches. */
export const OWN_BYTES = 40_000_000;
/** Room for two copies of one image while it is stored, but not for the other image as well. */
export const ROOM_BYTES = 106_000_000;

/** Two whole instances, `one` and `two`, with all that is needed to build and run them. */
export interface DiskBed extends AsyncDisposable {
  readonly engine: Engine;
  readonly workspace: Workspace;
  readonly build: ImageOptions;
  /** Name of the base image that both stand on. */
  readonly baseReference: string;
}

export async function openDiskBed(): Promise<DiskBed> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-disk-'));
  const workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror: undefined,
  };
  const engine = await connectEngine({ stateDir: workspace.stateDir });
  const build = {
    stateDir: workspace.stateDir,
    definitions: await readImageDefinitions(),
    network: await resolveBuildNetwork(),
  };
  // In names and contents: images are found by digest, and two beds must not remove each other's.
  const bed = randomBytes(4).toString('hex');
  for (const name of ['one', 'two']) await writeInstance(folder, workspace, name, bed);
  const base = await ensureBaseImage(engine, 'debian', build);
  return {
    engine,
    workspace,
    build,
    baseReference: base.reference,
    [Symbol.asyncDispose]: async () => {
      await removeDiskImages(engine, workspace, bed);
      await engine[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

const RUN_TESTS = `#!/bin/bash
echo '{"passed": 12, "failed": 0, "skipped": 0, "total": 12}'
`;

const RULES: Readonly<Record<string, string>> = {
  additive: 'sum',
  reductive: 'plus',
};

/** Writes a complete instance with a separate repository. Its setup fetches `OWN_BYTES` of packages. */
async function writeInstance(
  folder: string,
  workspace: Workspace,
  name: string,
  bed: string,
): Promise<void> {
  const repository = join(folder, 'repositories', name);
  await mkdir(repository, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  const commits: string[] = [];
  for (const text of [`plus(${name}, 1); // ${bed}\n`, `sum([${name}, 1]); // ${bed}\n`]) {
    await writeFile(join(repository, 'file.js'), text);
    git('add', '--all');
    git('commit', '--quiet', '--message=commit');
    commits.push(git('rev-parse', 'HEAD'));
  }
  const [base = '', golden = ''] = commits;
  const id = `refbench__disk-${name}-${bed}-${base.slice(0, 8)}`;
  const instance = {
    schema: 1,
    id,
    repository: { name: `refbench/disk-${name}-${bed}`, url: `file://${repository}` },
    base,
    golden,
    language: 'javascript',
    category: 'rename',
    licence: 'MIT',
    provenance: 'made for a test',
    environment: { base_image: 'debian' },
  };
  const fetch = `# ${bed}\nmkdir -p ~/.npm\n[ -f ~/.npm/${name} ] || head -c ${OWN_BYTES} /dev/zero >~/.npm/${name}\n`;
  const files: Readonly<Record<string, string>> = {
    'instance.yaml': JSON.stringify(instance),
    'task.instructed.md': 'Call sum with a list in the place of plus.\n',
    'environment/setup_shell.sh': fetch,
    'environment/setup_system.sh': '',
    'environment/run_tests': RUN_TESTS,
  };
  for (const [path, text] of Object.entries(files)) {
    const target = join(workspace.instancesDir, id, path);
    await mkdir(join(target, '..'), { recursive: true });
    await writeFile(target, text, { mode: 0o755 });
  }
  for (const [kind, word] of Object.entries(RULES)) {
    const rule = `id: ${word}\nlanguage: JavaScript\nmessage: ${word} is called.\nrule:\n  pattern: ${word}($$$)\n`;
    await mkdir(join(workspace.rulesDir, id, kind), { recursive: true });
    await writeFile(join(workspace.rulesDir, id, kind, `${word}.yml`), rule);
  }
}

/** What the engine has of the instances' images and those below. */
export async function storedOf({ engine, workspace }: DiskBed): Promise<StoredImages> {
  const entries = await selectInstances(workspace, ['*']);
  return await storedImages(engine, needsOf(entries.map(({ instance }) => instance)));
}

export function totalBytes({ images }: StoredImages): number {
  return images.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Environments and layers of dependencies, also those whose environment is gone. */
async function removeDiskImages(engine: Engine, workspace: Workspace, bed: string): Promise<void> {
  await removeEnvironments(engine, workspace);
  for (const { tags } of await engine.listImages('refbench.dependencies')) {
    for (const tag of tags) {
      if (tag.includes('deps:refbench__disk-') && tag.includes(bed)) await engine.removeImage(tag);
    }
  }
}
