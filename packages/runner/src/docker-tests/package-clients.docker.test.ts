import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type PackageList } from '@refbench/contracts';
import {
  ensureBaseImage,
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { openInstanceRepository, type CatalogEntry } from '@refbench/instances';
import { PACKAGE_PROGRAMS } from '@refbench/docker';
import {
  archivesDigest,
  openReplayDoor,
  PackageService,
  registryAddresses,
  type OpenDoor,
} from '@refbench/package-door';
import type { Repository } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { packageMounts } from '@refbench/suites';
import { temporaryFolder, testState, type TemporaryFolder } from '@refbench/test-helpers';
import { PACKAGE_FILES, type Workspace } from '@refbench/workspace';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addFixture, fixtureWorkspace } from '../testkit/fixture-instance.testkit.ts';

/** A base image may have to be built first. */
const LONG_MS = 1_200_000;
const RUN = 'package-clients';
const never = new AbortController().signal;

let engine: Engine;
let folder: string;
let state: TemporaryFolder;
let workspace: Workspace;
let entry: CatalogEntry;
let repository: Repository;
let build: ImageOptions;

beforeAll(async () => {
  state = await testState();
  engine = await connectEngine({ stateDir: state.path });
  folder = await mkdtemp(join(tmpdir(), 'refbench-clients-'));
  workspace = fixtureWorkspace(folder, state.path);
  build = {
    stateDir: state.path,
    network: await resolveBuildNetwork(),
    definitions: await readImageDefinitions(),
  };
  entry = await addFixture(workspace, 'plain', {
    base: { 'a.js': 'exports.one = 1;\n' },
    golden: { 'a.js': 'exports.two = 2;\n' },
  });
  repository = await openInstanceRepository({ workspace, entry, signal: never });
});
afterEach(async () => {
  const left = await engine.sweep({ run: RUN, dryRun: true });
  expect([...left.containers, ...left.volumes, ...left.loopFiles]).toEqual([]);
});
afterAll(async () => {
  await repository[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  await state[Symbol.asyncDispose]();
});

/** Runs a script in a container without network, and returns its exit code and what it printed. */
async function inContainer(
  image: string,
  script: string,
  socketDir?: string,
): Promise<{ readonly code: number | undefined; readonly text: string }> {
  const prelude =
    socketDir === undefined
      ? ''
      : `source ${PACKAGE_FILES}/use-door.sh; refbench_open_door || exit 72; refbench_use_door; `;
  await using created = await engine.createContainer({
    profile: 'agent',
    image,
    command: ['bash', '-c', `${prelude}${script}`],
    env: { HOME: '/home/bench', USER: 'bench', LANG: 'C.UTF-8' },
    workingDir: '/home/bench',
    limits: { ...DEFAULT_LIMITS.agent, idle_ms: null },
    mounts:
      socketDir === undefined
        ? [{ source: PACKAGE_PROGRAMS, target: PACKAGE_FILES }]
        : packageMounts(socketDir),
    writable: ['/home/bench', '/tmp'],
    labels: { run: RUN, instance: entry.instance.id, attempt: '1', phase: 'infer' },
  });
  await using running = await created.start({ signal: never });
  await using stopped = await running.ended;
  const code = stopped.end.kind === 'exited' ? stopped.end.exitCode : undefined;
  return { code, text: stopped.log.bytes.toString('utf8') };
}

async function openService(image: string, stateDir: string): Promise<PackageService> {
  const { text } = await inContainer(image, `bash ${PACKAGE_FILES}/registry-addresses.sh`);
  const { env, certificates } = build.network;
  const addresses = registryAddresses(env, text);
  return await PackageService.open(stateDir, { addresses, env, certificates });
}

/** Packages of the middle of 2024. */
const openDoor = (service: PackageService): Promise<OpenDoor> =>
  service.openDoor({
    instance: entry.instance,
    repository,
    logFile: undefined,
    cutoff: new Date('2024-06-30T00:00:00Z'),
  });

const CLIENTS: readonly {
  readonly client: string;
  readonly image: string;
  readonly script: string;
  /** A package that has to be among the archives. */
  readonly wanted: readonly [ecosystem: string, name: string];
}[] = [
  {
    client: 'npm',
    image: 'node-22',
    script: `mkdir x && cd x && npm init --yes >/dev/null && npm install --no-audit is-odd@3.0.1 &&
      node -e "if (!require('is-odd')(3)) process.exit(1)"`,
    wanted: ['npm', 'is-odd'],
  },
  {
    client: 'pip and uv',
    image: 'python-uv-3.13',
    script: `uv venv --python /usr/bin/python3 v || uv venv v
      uv pip install --python v/bin/python attrs==23.2.0 pip && v/bin/python -c 'import attr' &&
      v/bin/python -m pip install six && v/bin/python -c 'import six'`,
    wanted: ['python', 'six'],
  },
  {
    client: 'cargo',
    image: 'rust-1.96',
    script: `cargo init --quiet --name x x && cd x && cargo add itoa &&
      printf 'fn main() { println!("{}", itoa::Buffer::new().format(7)); }' >src/main.rs && cargo run`,
    wanted: ['cargo', 'itoa'],
  },
  {
    client: 'go',
    image: 'go-1.26',
    script: `export GOTOOLCHAIN=local && mkdir x && cd x && go mod init x && go get github.com/google/uuid &&
      printf 'package main\\nimport "github.com/google/uuid"\\nfunc main() { println(uuid.Nil.String()) }' >main.go &&
      go run .`,
    wanted: ['go', 'github.com/google/uuid'],
  },
  {
    client: 'mvn',
    image: 'java-21',
    script: `mkdir -p x/src/main/java && cd x && cat >pom.xml <<'END'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
<dependencies><dependency><groupId>commons-io</groupId><artifactId>commons-io</artifactId><version>2.11.0</version></dependency></dependencies>
</project>
END
      printf 'class X { Object o = new org.apache.commons.io.input.NullInputStream(); }' >src/main/java/X.java &&
      mvn --batch-mode --no-transfer-progress compile`,
    wanted: ['maven', 'commons-io:commons-io'],
  },
];

test.each(CLIENTS)(
  '$client adds a package, and works again offline and on an empty state with the same digests',
  async ({ image, script, wanted }) => {
    const { imageId: id } = await ensureBaseImage(engine, image, build);
    await using service = await openService(id, state.path);
    const first = await addPackage(service, id, script);
    expect(first.archives.map(({ ecosystem, name }) => [ecosystem, name])).toContainEqual(wanted);
    await using replay = await openReplayDoor(state.path, first);
    const again = await inContainer(id, script, replay.socketDir);
    expect(again).toMatchObject({ code: 0 });
    await using empty = await temporaryFolder('empty-');
    await using other = await openService(id, empty.path);
    await using door = await openDoor(other);
    for (const { path } of first.archives) expect(await door.ask(path, '')).toBeUndefined();
    expect(archivesDigest(door.list())).toBe(archivesDigest(first));
  },
  LONG_MS,
);

async function addPackage(
  service: PackageService,
  image: string,
  script: string,
): Promise<PackageList> {
  await using door = await openDoor(service);
  const { code, text } = await inContainer(image, script, door.socketDir);
  expect(code, text).toBe(0);
  return door.list();
}
