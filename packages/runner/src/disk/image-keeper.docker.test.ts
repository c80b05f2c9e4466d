import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  ensureBaseImage,
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { selectInstances, type CatalogEntry } from '../instance-catalog.ts';
import type { Workspace } from '../workspace.ts';
import { ImageKeeper } from './image-keeper.ts';
import { needsOf, storedImages } from './stored-images.ts';

const OWN_BYTES = 40_000_000;
/** Two copies of one while it is stored, not one of each beside another's two. */
const ROOM_BYTES = 106_000_000;

// Five builds, each searched for leaks: minutes on a busy machine.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 600_000 });

let folder: string;
let engine: Engine;
let workspace: Workspace;
let build: ImageOptions;
let entries: readonly CatalogEntry[];
let baseBytes: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-disk-'));
  workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror: undefined,
  };
  engine = await connectEngine({ stateDir: workspace.stateDir });
  build = {
    stateDir: workspace.stateDir,
    definitions: await readImageDefinitions(),
    network: await resolveBuildNetwork(),
  };
  await writeInstance('one');
  await writeInstance('two');
  entries = await selectInstances(workspace, ['*']);
  const base = await ensureBaseImage(engine, 'debian', build);
  baseBytes = (await engine.inspectImage(base.imageId))?.sizeBytes ?? 0;
});

afterAll(async () => {
  for (const tag of await environmentTags()) await engine.removeImage(tag);
  await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** An instance whose setup fetches so many bytes of packages. */
async function writeInstance(name: string): Promise<void> {
  const repository = join(folder, 'repositories', name);
  await mkdir(repository, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  const commits: string[] = [];
  for (const text of [`base of ${name}\n`, `golden of ${name}\n`]) {
    await writeFile(join(repository, 'file.txt'), text);
    git('add', '--all');
    git('commit', '--quiet', '--message=commit');
    commits.push(git('rev-parse', 'HEAD'));
  }
  const [base = '', golden = ''] = commits;
  const id = `refbench__disk-${name}-${base.slice(0, 8)}`;
  const dir = join(workspace.instancesDir, id);
  await mkdir(join(dir, 'environment'), { recursive: true });
  const instance = {
    schema: 1,
    id,
    repository: { name: `refbench/disk-${name}`, url: `file://${repository}` },
    base,
    golden,
    language: 'c',
    category: 'rename',
    licence: 'MIT',
    provenance: 'made for a test',
    environment: { base_image: 'debian' },
  };
  await writeFile(join(dir, 'instance.yaml'), JSON.stringify(instance));
  const setup = `mkdir -p ~/.npm\n[ -f ~/.npm/${name} ] || head -c ${OWN_BYTES} /dev/zero >~/.npm/${name}\n`;
  await writeFile(join(dir, 'environment', 'setup_shell.sh'), setup);
}

async function stored(): Promise<Awaited<ReturnType<typeof storedImages>>> {
  return await storedImages(engine, needsOf(entries.map(({ instance }) => instance)));
}

async function environmentTags(): Promise<readonly string[]> {
  const images = await engine.listImages('refbench.os');
  return images.flatMap(({ tags }) => tags).filter((tag) => /refbench__disk-/.test(tag));
}

async function openKeeper(budgetBytes: number, floorBytes = 0): Promise<ImageKeeper> {
  return await ImageKeeper.open({
    workspace,
    engine,
    build,
    entries,
    budgetBytes,
    floorBytes,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

it('holds two images in turn where there is room for one, and is never over the budget', async () => {
  const sizes: number[] = [];
  const outside = (await stored()).images.reduce((sum, { bytes }) => sum + bytes, 0) - baseBytes;
  const budget = baseBytes + outside + ROOM_BYTES;
  const keeper = await openKeeper(budget);
  const [one, two] = entries;
  if (one === undefined || two === undefined) throw new Error('two instances were written');
  for (const entry of [one, two, one]) {
    await using _lease = await keeper.acquire(entry);
    const { images, tops } = await stored();
    sizes.push(images.reduce((sum, { bytes }) => sum + bytes, 0));
    expect([...tops.keys()]).toEqual([entry.instance.id]);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(budget);
  expect(Math.min(...sizes)).toBeGreaterThan(budget - ROOM_BYTES + OWN_BYTES);
});

it('refuses at once what is known not to fit, and what would leave too little of the disk', async () => {
  await expect(openKeeper(OWN_BYTES)).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringMatching(/refbench__disk-.*--disk allows 40 MB/) as unknown,
  });
  const greedy = await openKeeper(1e12, Number.MAX_SAFE_INTEGER / 2);
  const absent = entries.find(({ instance }) => instance.id.includes('two'));
  if (absent === undefined) throw new Error('two instances were written');
  await expect(greedy.acquire(absent)).rejects.toMatchObject({ kind: 'disk' });
});

it('gives up a build that writes more than there is room for', async () => {
  const outside = (await stored()).images.reduce((sum, { bytes }) => sum + bytes, 0);
  await rm(join(workspace.stateDir, 'image-sizes.json'));
  const keeper = await openKeeper(outside + OWN_BYTES / 2);
  const absent = entries.find(({ instance }) => instance.id.includes('two'));
  if (absent === undefined) throw new Error('two instances were written');
  await expect(keeper.acquire(absent)).rejects.toMatchObject({
    message: expect.stringMatching(/wrote more than|No space|File size limit/) as unknown,
  });
});
