import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { openRepository } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ensureEnvironment, type Environment } from './environment.ts';
import { readImageDefinitions } from '../images/image-definitions.ts';
import { removeEnvironment } from './dependency-layer.ts';
import { resolveBuildNetwork } from '../builds/build-network.ts';
import { type ImageOptions } from '../images/image-options.ts';
import {
  temporaryFolder,
  writeInstance,
  writeRepository,
  type Files,
  type InstanceFixture,
  type TemporaryFolder,
} from '@refbench/test-helpers';

let engine: Engine;
let state: TemporaryFolder;
let options: ImageOptions;
/** References to remove at the end. */
const made = new Set<string>();
/** The layers of system packages below them, which other tests must keep if they are theirs. */
const systems = new Set<string>();

beforeAll(async () => {
  state = await temporaryFolder();
  engine = await connectEngine({ stateDir: state.path });
  const network = await resolveBuildNetwork();
  options = {
    stateDir: state.path,
    definitions: await readImageDefinitions(),
    network: { ...network, env: { ...network.env, BUILD_ONLY: "it's a word" } },
  };
});

afterEach(expectNothingLeft);

/** What a build leaves on the engine is its images, nothing else. */
async function expectNothingLeft(): Promise<void> {
  const left = await engine.sweep({ run: 'env', dryRun: true });
  expect(left).toEqual({ containers: [], volumes: [], loopFiles: [] });
  expect(await readdir(join(state.path, 'builds')).catch(() => [])).toEqual([]);
}

afterAll(async () => {
  for (const reference of [...made, ...systems]) {
    const image = await engine.inspectImage(reference);
    if (image !== undefined) await removeEnvironment(engine, image.id, [reference]);
  }
  await engine[Symbol.asyncDispose]();
  await state[Symbol.asyncDispose]();
});

/** The tag of the layer of system packages below an image. Other tests make such layers meanwhile. */
async function systemTags(imageId: string): Promise<readonly string[]> {
  const digest = (await engine.inspectImage(imageId))?.labels['refbench.system'];
  if (digest === undefined) return [];
  const images = await engine.listImages(`refbench.system=${digest}`);
  return images.flatMap(({ tags }) => tags).filter((tag) => tag.startsWith('refbench/system:'));
}

interface Subject extends InstanceFixture {
  readonly baseFiles?: Files;
  readonly goldenFiles?: Files;
}

async function build(subject: Subject): Promise<Environment> {
  await using folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, {
    base: subject.baseFiles ?? { 'a.txt': 'base\n', '.gitignore': 'deps\n' },
    golden: subject.goldenFiles ?? { 'a.txt': 'golden\n', '.gitignore': 'deps\n' },
  });
  const instance = await writeInstance(folder.path, { ...subject, ...commits });
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(state.path, 'repositories'),
  });
  const environment = await ensureEnvironment({
    engine,
    instance,
    instanceDir: folder.path,
    repository,
    options,
  });
  made.add(environment.reference);
  for (const tag of await systemTags(environment.imageId)) systems.add(tag);
  return environment;
}

/** What a shell in the image prints, as the image's own user and without a network. */
async function printed(environment: Environment, script: string): Promise<string> {
  await using created = await engine.createContainer({
    profile: 'agent',
    image: environment.imageId,
    command: ['/bin/bash', '-c', script],
    env: {},
    workingDir: '/testbed',
    limits: DEFAULT_LIMITS.agent,
    mounts: [],
    writable: ['/testbed', '/home/bench'],
    labels: { run: 'env', instance: 'check', attempt: '0', phase: 'check' },
  });
  await using running = await created.start();
  await using stopped = await running.ended;
  const text = stopped.log.bytes.toString('utf8');
  expect({ end: stopped.end, text }).toMatchObject({ end: { kind: 'exited', exitCode: 0 } });
  return text;
}

/** Records the manifests that it sees in an ignored file and in the home folder, like a package manager. */
const RECORDING = `
mkdir -p deps
[ "$REFBENCH_WARM" = 1 ] && [ "$(id -u):$(id -g)" = 10001:10001 ] && [ "$HOME" = /home/bench ]
[ "$BUILD_ONLY" = "it's a word" ]
cat package.json 2>/dev/null >>~/warmed || echo none >>~/warmed
cp package.json deps/installed 2>/dev/null || rm -f deps/installed
touch /tmp/left
# A client may link the package under test into its store.
ln -sfn ../../testbed ~/own
`;

it('fills the caches for both manifests and contains nothing else of golden', async () => {
  const environment = await build({
    baseFiles: { 'a.txt': 'base\n', '.gitignore': 'deps\n', 'old/package.json': 'old\n' },
    goldenFiles: {
      'a.txt': 'golden\n',
      '.gitignore': 'deps\n',
      'package.json': 'golden\n',
      'new/deep/package.json': 'golden too\n',
    },
    manifests: ['package.json', 'old/package.json', 'new/deep/package.json'],
    // An interrupted run of this test may have left an image of the same text.
    scripts: {
      'setup_shell.sh': RECORDING,
      'install_system.sh': `# nothing for ${randomUUID()}\n`,
    },
  });
  expect(environment).toMatchObject({ built: true });
  const text = await printed(
    environment,
    `cat ~/warmed; cat ~/own/a.txt; git status --porcelain; git log --oneline --all | wc -l; git remote; git tag
     ls -A . new deps /tmp /scripts /refbench /var/lib/refbench 2>&1; cat old/package.json
     stat -c '%U' . a.txt .git/HEAD; id -un; env`,
  );
  expect(text).toContain('none\ngolden\nnone\nbase\n1\n');
  expect(text).toContain('old\nbench\nbench\nbench\nbench\n');
  expect(text).not.toContain('installed');
  expect(text).not.toContain('left');
  expect(text).not.toMatch(/ new\n|deep/);
  expect(text).not.toContain('BUILD_ONLY');
});

it('has nothing of the build network in its image', async () => {
  const environment = await build({ scripts: { 'setup_shell.sh': '# nothing to do\n' } });
  const text = await printed(
    environment,
    `ls /usr/local/share/ca-certificates; ls /etc/ssl/certs | grep refbench
     env; grep -rl "it's a word" /etc /home /testbed /usr/local /var/lib 2>/dev/null; echo end`,
  );
  expect(text).not.toMatch(/refbench-build|proxy|CA_BUNDLE|CERT|word|\/etc\//i);
  expect(text).toMatch(/end\n$/);
});

it('installs as root with network, once for equal scripts, and reuses an equal environment', async () => {
  const scripts = {
    'install_system.sh': `[ "$(id -u)" = 0 ] && apt-get -qq update && date +%s%N >/etc/refbench-test`,
    'setup_shell.sh': 'export READY=1\n',
  };
  const first = await build({ scripts });
  const other = await build({ scripts, baseFiles: { 'b.txt': 'another tree\n' } });
  expect(other.imageDigest).not.toBe(first.imageDigest);
  const stamps = [await printed(first, 'cat /etc/refbench-test; ls /var/lib/apt/lists')];
  stamps.push(await printed(other, 'cat /etc/refbench-test; ls /var/lib/apt/lists'));
  expect(stamps[0]).toMatch(/^\d+\n$/);
  expect(stamps[1]).toBe(stamps[0]);
  // Each build has another folder.
  const rebuilt = { ...first, built: false, scripts: expect.any(String) as unknown };
  expect(await build({ scripts })).toEqual(rebuilt);
  // The label finds the image if its tag was moved.
  await engine.tagImage(first.imageId, 'refbench/env:kept-by-another-name');
  made.add('refbench/env:kept-by-another-name');
  await engine.removeImage(first.reference);
  expect(await build({ scripts })).toEqual(rebuilt);
});

it('names the script that fails, how it ended, its last lines and its log', async () => {
  const failing = { 'setup_shell.sh': 'echo "no such package" >&2\n(exit 7)\necho not reached\n' };
  const error = await build({ scripts: failing }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ kind: 'image' });
  const { message, hint } = error as { readonly message: string; readonly hint: string };
  expect(message).toContain('setup_shell.sh (base) ended with exit code 7');
  expect(message).toContain('no such package');
  expect(message).not.toContain('not reached');
  const log = /(\/.*\.log)/.exec(hint)?.[1] ?? '';
  expect(await readFile(log, 'utf8')).toContain('no such package');
  await rm(log);
  const system = {
    'setup_shell.sh': '',
    'install_system.sh': 'echo Unable to locate >&2; exit 100\n',
  };
  await expect(build({ scripts: system })).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringMatching(
      /install_system\.sh ended with exit code 100[^]*Unable/,
    ) as unknown,
  });
});

it('names the files that a setup leaves in the tree', async () => {
  const scripts = { 'setup_shell.sh': 'echo x >generated.txt; echo y >>a.txt; mkdir -p deps\n' };
  await expect(build({ scripts })).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringMatching(/ M a\.txt[^]*\?\? generated\.txt/) as unknown,
  });
});

it('is built once for two concurrent requests', async () => {
  const scripts = { 'setup_shell.sh': `sleep 1 # ${randomUUID()}\n` };
  const both = await Promise.all([build({ scripts }), build({ scripts })]);
  expect(both.filter(({ built }) => built)).toHaveLength(1);
  expect(both[0].imageId).toBe(both[1].imageId);
});

it('leaves nothing if it is stopped', async () => {
  const stop = new AbortController();
  const before = options;
  const containers = async (): Promise<number> =>
    (await engine.sweep({ run: 'env', dryRun: true })).containers.length;
  const stopWhenRunning = async (): Promise<void> => {
    await expect.poll(containers, { timeout: 180_000 }).toBeGreaterThan(0);
    stop.abort();
  };
  options = {
    ...before,
    signal: stop.signal,
    onProgress: (line) => {
      if (line.includes('installing dependencies')) void stopWhenRunning();
    },
  };
  try {
    const scripts = { 'setup_shell.sh': 'sleep 600 # to be stopped\n' };
    await expect(build({ scripts })).rejects.toThrow(/abort/i);
  } finally {
    options = before;
  }
});
