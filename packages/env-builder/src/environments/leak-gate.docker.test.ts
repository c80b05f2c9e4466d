import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { ensureLeakReport, type CheckImageRequest } from '@refbench/leak-gate';
import { openRepository } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  temporaryFolder,
  writeInstance,
  writeRepository,
  type Files,
  type TemporaryFolder,
} from '@refbench/test-helpers';
import {
  checkLeaks,
  discardRefused,
  ensureEnvironment,
  type CheckedEnvironment,
  type Environment,
} from './environment.ts';
import { readImageDefinitions } from '../images/image-definitions.ts';
import { removeEnvironment } from './dependency-layer.ts';
import { resolveBuildNetwork } from '../builds/build-network.ts';
import { type EnvironmentRequest } from './build-environment-image.ts';
import { type ImageOptions } from '../images/image-options.ts';

let engine: Engine;
let state: TemporaryFolder;
let options: ImageOptions;
const made = new Set<string>();
/** The output of a build. */
let said: string[] = [];

const TOKEN = 'tok-5e1fbd0c9a7742';

beforeAll(async () => {
  state = await temporaryFolder();
  engine = await connectEngine({ stateDir: state.path });
  const network = await resolveBuildNetwork();
  options = {
    stateDir: state.path,
    definitions: await readImageDefinitions(),
    network: { ...network, env: { ...network.env, REGISTRY_TOKEN: TOKEN } },
    onProgress: (line) => said.push(line),
  };
});

beforeEach(() => {
  said = [];
});

afterAll(async () => {
  for (const reference of made) {
    const image = await engine.inspectImage(reference);
    if (image !== undefined) await removeEnvironment(engine, image.id, [reference]);
  }
  await engine[Symbol.asyncDispose]();
  await state[Symbol.asyncDispose]();
});

const MANIFESTS: Files = {
  'package.json': '{"name": "@refbench/fixture", "version": "1.2.0"}\n',
  'pyproject.toml': '[project]\nname = "refbench.fixture"\nversion = "1.2.0"\n',
  'Cargo.toml': '[package]\nname = "refbench-fixture"\nversion = "1.2.0"\n',
  'go.mod': 'module example.org/refbench/fixture\n',
  'pom.xml':
    '<project><groupId>org.refbench</groupId><artifactId>fixture</artifactId><version>1.2.0</version></project>\n',
};

/** Each line of golden's own is planted in another way, so that each finding has a witness. */
const GOLDEN_LINES = [
  'export const plainFileWitness = measureEveryWidget(first);',
  'export const zippedWitness = measureEveryWidget(second);',
  'export const tarredWitness = measureEveryWidget(third);',
  'export const deletedWitness = measureEveryWidget(fourth);',
  'export const commitWitness = measureEveryWidget(fifth);',
  'export const recipeWitness = measureEveryWidget(sixth);',
];
const GOLDEN_FILE = 'export const wholeFileWitness = measureEveryWidget(seventh);\n';
const [PLAIN, ZIPPED, TARRED, DELETED, COMMITTED, RECIPE] = GOLDEN_LINES;

/** A recipe hides what it writes from the search of the recipe itself. */
function written(text: string, path: string): string {
  return `mkdir -p "$(dirname ${path})" && printf %s '${gzipSync(text).toString('hex')}' |
    sed 's/../\\\\x&/g' | xargs -0 printf '%b' | gzip -d >${path}\n`;
}

const later = (version: string): string => `
mkdir -p ~/app/node_modules/@refbench/fixture ~/lib/site-packages/refbench_fixture-${version}.dist-info
echo '{"name": "@refbench/fixture", "version": "${version}"}' >~/app/node_modules/@refbench/fixture/package.json
printf 'Name: refbench_fixture\\nVersion: ${version}\\n' >~/lib/site-packages/refbench_fixture-${version}.dist-info/METADATA
mkdir -p ~/.cargo/registry/cache/index ~/.m2/repository/org/refbench/fixture/${version}
echo crate >~/.cargo/registry/cache/index/refbench-fixture-${version}.crate
echo jar >~/.m2/repository/org/refbench/fixture/${version}/fixture-${version}.jar
go=~/go/pkg/mod/cache/download/example.org/refbench/fixture/@v && mkdir -p $go
echo '{"Version": "v${version}", "Time": "2030-01-01T00:00:00Z"}' >$go/v${version}.info
`;

async function checked<T>(
  scripts: Readonly<Record<string, string>>,
  use: (request: EnvironmentRequest) => Promise<T>,
  base: Files = {},
): Promise<T> {
  await using folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, {
    base: { ...MANIFESTS, 'a.js': 'export const base = 1;\n', ...base },
    golden: {
      ...MANIFESTS,
      'a.js': `${GOLDEN_LINES.join('\n')}\n`,
      'b.js': GOLDEN_FILE,
    },
  });
  const instance = await writeInstance(folder.path, { scripts, ...commits });
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(state.path, 'repositories'),
  });
  return await use({ engine, instance, instanceDir: folder.path, repository, options });
}

async function check(
  scripts: Readonly<Record<string, string>>,
  base: Files = {},
): Promise<CheckedEnvironment> {
  const result = await checked(scripts, checkLeaks, base);
  made.add(result.environment.reference);
  return result;
}

it('passes an image with earlier releases of the package, and searches it once', async () => {
  const scripts = { 'setup_shell.sh': later('1.1.9').replace('2030-', '1999-') };
  const { environment, leaks } = await check(scripts);
  expect(leaks).toMatchObject({ clean: true, findings: [] });
  const again = await checked(scripts, ensureEnvironment);
  // Each build has another folder.
  expect(again).toEqual({ ...environment, built: false, scripts: again.scripts });
  expect((await check(scripts)).leaks).toEqual(leaks);
  expect(await engine.inspectImage(environment.reference)).toMatchObject({
    id: environment.imageId,
  });
});

/**
 * Its content depends on the time, so that another build produces another image. Its digest is new in each
 * run of the tests, because a killed run may leave an image with the same digest and other content.
 */
const TIMELY = `
# ${randomUUID()}
if ! [ -e ~/.npm/fetched ]; then mkdir -p ~/.npm && date +%s%N | tee ~/.settings >~/.npm/fetched; fi
`;

it('rebuilds a removed image identically, and searches it only if it differs', async () => {
  const scripts = { 'setup_shell.sh': TIMELY };
  const first = await check(scripts);
  const { layers = [] } = (await engine.inspectImage(first.environment.imageId)) ?? {};
  await engine.removeImage(first.environment.reference);
  said = [];
  const second = await check(scripts);
  expect(second.environment.built).toBe(true);
  expect((await engine.inspectImage(second.environment.imageId))?.layers).toEqual(layers);
  expect(second.leaks).toEqual({ ...first.leaks, image: second.environment.imageId });
  expect(said.filter((line) => /searching|installing/.test(line))).toEqual([]);
  // Another recipe, other settings of the image, other files: each is another content.
  await check({ ...scripts, run_tests: 'echo other\n' });
  expect(said.filter((line) => /searching/.test(line))).toHaveLength(1);
  const contents = new Set([first.leaks.content]);
  for (const [command, changes] of [
    ['true', ['ENV NAME=value']],
    ['touch /var/other', []],
  ] as const) {
    const { reference, imageId } = second.environment;
    // A name each: an image that loses its name to another one would stay, with its labels.
    const changed = `${reference}-changed-${made.size}`;
    made.add(changed);
    const changedId = await committed(imageId, changed, changes, command);
    contents.add(
      await checked(scripts, async (request) => {
        const search = searchOf(request, second.environment, changedId);
        return (await ensureLeakReport(search)).content;
      }),
    );
  }
  expect(contents.size).toBe(3);
});

it('does not mistake images that were built from an environment for the environment', async () => {
  const scripts = { 'setup_shell.sh': ': derived\n' };
  const { environment } = await check(scripts);
  const { layers } = (await engine.inspectImage(environment.imageId)) ?? {};
  const derived = `${environment.reference}-derived`;
  made.add(derived);
  await committed(environment.imageId, derived, [], 'touch /var/other');
  await engine.removeImage(environment.reference);
  const again = await check(scripts);
  expect((await engine.inspectImage(again.environment.imageId))?.layers).toEqual(layers);
});

/** A search of another image than the instance's own. */
function searchOf(
  { instance, instanceDir, repository }: EnvironmentRequest,
  { baseImage, recipeDigest }: Environment,
  imageId: string,
): CheckImageRequest {
  return {
    engine,
    imageId,
    baseImageId: baseImage.imageId,
    instance,
    recipe: { folder: join(instanceDir, 'environment'), digest: recipeDigest },
    repository,
    buildVariables: options.network.env,
    stateDir: state.path,
  };
}

it('finds a leak of each kind that a recipe can make, and refuses the image', async () => {
  const scripts = {
    'install_system.sh': `install -d -o bench -g bench /opt/mine
      ${written(`${DELETED}\n`, '/opt/mine/deleted.js')}
      chown bench /opt/mine/deleted.js\n`,
    'setup_shell.sh': `
      rm -f /opt/mine/deleted.js
      ${written(`  if (x) ${PLAIN}`, '~/notes.txt')}
      ${written(GOLDEN_FILE, '~/whole.js')}
      ${written(`${TARRED}\n`, '~/.cache/one/tarred.js')}
      tar -C ~/.cache -czf ~/.cache/one.tgz one && rm -r ~/.cache/one
      # A commit in /testbed that nothing refers to, and one in a zip.
      ${written(`${COMMITTED}\n`, '~/committed.js')}
      git hash-object -w ~/committed.js && rm ~/committed.js
      ${written(`${ZIPPED}\n`, '~/scratch/zipped.js')}
      ( cd ~/scratch && git init -q . && git add zipped.js &&
        git -c user.name=a -c user.email=b commit -qm zip &&
        git archive --format=zip -o ~/.cache/one.zip HEAD )
      rm -rf ~/scratch
      git -c user.name=a -c user.email=b commit-tree -m again 'HEAD^{tree}'
      echo "//registry.example.org/:_authToken=$REGISTRY_TOKEN" >~/.npmrc
      printf 'machine example.org login me password secret-word\\n' >~/.netrc
      printf '[global]\\nindex-url = https://me:secret-word@example.org/simple\\n' >~/pip.conf
      printf -- '-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n' >~/id_key
      printf 'not an archive, but it says so' >~/broken && printf '\\037\\213\\010' | cat - ~/broken >~/broken.gz
      # ${RECIPE}
      ${later('1.3.0')}`,
  };
  const known = await dependencyIndices();
  const { environment, leaks } = await check(scripts);
  expect(leaks.clean).toBe(false);
  const found = leaks.findings.map(({ kind, path, witness }) => `${kind} ${path}: ${witness}`);
  const layerOf = (file: string): number =>
    leaks.findings.find(({ path }) => path.endsWith(file))?.layer ?? NaN;
  // A later layer deletes the first file. The recipe counts as a separate layer.
  expect(layerOf('deleted.js')).toBeLessThan(layerOf('notes.txt'));
  expect(layerOf('environment/setup_shell.sh')).toBe(leaks.searched.layers);
  const expected: readonly RegExp[] = [
    /^golden-line home\/bench\/notes\.txt: a\.js:1 "export const plainFileWitness/,
    // Stored, so that the archive's own bytes show it too.
    /^golden-line home\/bench\/\.cache\/one\.zip(?:!zipped\.js)?: a\.js:2 "export const zipped/,
    /^golden-line home\/bench\/\.cache\/one\.tgz!one\/tarred\.js: a\.js:3 /,
    /^golden-line opt\/mine\/deleted\.js: a\.js:4 "export const deletedWitness/,
    /^golden-line testbed\/\.git\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}: a\.js:5 /,
    /^golden-line environment\/setup_shell\.sh: a\.js:6 "export const recipeWitness/,
    /^golden-file home\/bench\/whole\.js: is golden's b\.js$/,
    /^git-history testbed\/\.git: holds 2 commits instead of one$/,
    /^git-history testbed\/\.git: holds 2 objects that HEAD does not need/,
    /^secret home\/bench\/\.npmrc: holds the value of REGISTRY_TOKEN$/,
    /^secret home\/bench\/\.npmrc: a registry's token: /,
    /^secret home\/bench\/\.netrc: a login of netrc: /,
    /^secret environment\/setup_shell\.sh: a login of netrc: /,
    /^secret home\/bench\/pip\.conf: a login of pip: /,
    /^secret environment\/setup_shell\.sh: a login of pip: /,
    /^secret home\/bench\/id_key: a private key: /,
    /^unread home\/bench\/broken\.gz: /,
    /^own-package .*node_modules\/@refbench\/fixture\/package\.json: npm @refbench\/fixture 1\.3\.0, later than 1\.2\.0$/,
    /^own-package .*dist-info\/METADATA: python refbench-fixture 1\.3\.0, later than 1\.2\.0$/,
    /^own-package .*refbench-fixture-1\.3\.0\.crate: cargo refbench-fixture 1\.3\.0, later/,
    /^own-package .*fixture-1\.3\.0\.jar: maven org\.refbench:fixture 1\.3\.0, later than 1\.2\.0$/,
    /^own-package .*v1\.3\.0\.info: go example\.org\/refbench\/fixture v1\.3\.0, later than 2000/,
  ];
  const missing = expected.filter((pattern) => !found.some((line) => pattern.test(line)));
  expect({ missing, found }).toEqual({ missing: [], found });
  // Nothing else: each of them was planted.
  const surplus = found.filter((line) => !expected.some((pattern) => pattern.test(line)));
  expect(surplus).toEqual([]);
  expect(JSON.stringify(leaks)).not.toMatch(new RegExp(`${TOKEN}|secret-word`));
  // It has no name that a run would use, but remains for inspection, so that a second check is quick.
  expect(await engine.inspectImage(environment.reference)).toBeUndefined();
  said = [];
  await expect(checked(scripts, ensureEnvironment)).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringContaining('golden-line') as unknown,
  });
  expect(said).toEqual([]);
  await checked(scripts, discardRefused);
  // Nothing of it is left to build on, neither itself nor its dependencies.
  expect(await engine.inspectImage(environment.imageId)).toBeUndefined();
  expect(await dependencyTags(known)).toEqual([]);
});

it('does not build on dependencies of a refused image whose leak the recipe now removes', async () => {
  const jar = '~/.m2/repository/org/refbench/fixture/1.4.0/fixture-1.4.0.jar';
  const installed = `mkdir -p "$(dirname ${jar})" && echo jar >${jar}
    seq 1 90000 >~/.m2/repository/ballast.txt\n`;
  await expect(checked({ 'setup_shell.sh': installed }, ensureEnvironment)).rejects.toMatchObject({
    message: expect.stringContaining('(own-package)') as unknown,
  });
  const { reference } = await checked(
    { 'setup_shell.sh': `${installed}rm ${jar}\n` },
    ensureEnvironment,
  );
  made.add(reference);
  await checked({ 'setup_shell.sh': installed }, discardRefused);
});

const KEY = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj`;

it('does not refuse what base itself contains, in its pack and in what a compiler makes of it', async () => {
  const base = {
    'README.md': 'PACKAGES\n========\nHow they are built.\n',
    'testdata/broken.pack': 'PACK\0\0\0\u0002\0\0\0\u0009cut off',
    'testdata/odd.zip': 'PK\u0003\u0004\u0014\0\0\0\u0063\0and no more of it than this line has',
    'key_test.go': `const key = "-----BEGIN PRIVATE KEY-----\\n" +\n\t"${KEY}\\n-----END"\n`,
  };
  const object = `printf -- '\\0go object\\0-----BEGIN PRIVATE KEY-----\\n%s\\n-----END\\0' ${KEY}`;
  const build = `mkdir -p ~/.cache/go-build/0a\n${object} >~/.cache/go-build/0a/0a11-d\n`;
  const { leaks } = await check({ 'setup_shell.sh': build }, base);
  expect(leaks).toMatchObject({ clean: true, findings: [] });
  // The same parts are leaks if base does not have them.
  const copied = `${build}head -c 16 testdata/broken.pack >~/cut.pack\ncat testdata/odd.zip key_test.go >~/more.zip\n`;
  const other = await check(
    { 'setup_shell.sh': copied.replace('printf', `printf '${KEY}' && printf`) },
    {
      ...base,
      'key_test.go': base['key_test.go'].replace('Us8cKj', 'Us8cKk'),
    },
  );
  const found = other.leaks.findings
    .map(({ kind, path }) => `${kind} ${path.split('!')[0]}`)
    .sort();
  expect(found).toEqual([
    'secret home/bench/.cache/go-build/0a/0a11-d',
    'unread home/bench/cut.pack',
    'unread home/bench/more.zip',
  ]);
});

async function dependencyIndices(): Promise<readonly string[]> {
  return await readdir(join(state.path, 'dependency-layers')).catch(() => []);
}

/** Layers of dependencies that were made since these were known. */
async function dependencyTags(known: readonly string[]): Promise<readonly string[]> {
  const made = (await dependencyIndices()).filter((file) => !known.includes(file));
  expect(made).not.toEqual([]);
  const images = await engine.listImages('refbench.dependencies');
  return images
    .flatMap(({ tags }) => tags)
    .filter((tag) => made.some((file) => tag.endsWith(`-${file.slice(0, 12)}`)));
}

it("finds secrets and golden in an image's configuration", async () => {
  const scripts = { 'setup_shell.sh': 'true\n' };
  const { findings, golden } = await checked(scripts, async (request) => {
    const environment = await ensureEnvironment(request);
    const { imageId, reference } = environment;
    made.add(reference);
    const changed = `${reference}-changed-${made.size}`;
    made.add(changed);
    const changes = [
      `ENV NPM_SETTING=${TOKEN}`,
      'ENV DEPLOY_TOKEN=1234',
      'ENV https_proxy=http://proxy:8080',
      `LABEL source=${request.instance.golden}`,
    ];
    const changedId = await committed(imageId, changed, changes);
    const report = await ensureLeakReport(searchOf(request, environment, changedId));
    return { findings: report.findings, golden: request.instance.golden };
  });
  expect(findings.map(({ kind, path, witness }) => `${kind} ${path}: ${witness}`)).toEqual([
    'secret variable NPM_SETTING: holds the value of REGISTRY_TOKEN',
    `golden-commit label source: ${golden}`,
    'secret variable DEPLOY_TOKEN: is set: 1... (4 characters)',
    'secret variable https_proxy: is a setting of the build',
  ]);
});

it('does not search the programs of RefBench itself, unless they were changed', async () => {
  const program = `# ${RECIPE}\n`;
  const cleanWith = async (released: string): Promise<boolean> => {
    return await checked({ 'setup_shell.sh': 'true\n' }, async (request) => {
      const environment = await ensureEnvironment(request);
      made.add(environment.reference);
      await writeFile(join(request.instanceDir, 'environment/helper.sh'), program);
      const search = searchOf(request, environment, environment.imageId);
      const recipe = {
        ...search.recipe,
        released: new Map([['helper.sh', Buffer.from(released)]]),
      };
      return (await ensureLeakReport({ ...search, recipe }, { again: true })).clean;
    });
  };
  expect(await cleanWith(program)).toBe(true);
  expect(await cleanWith('another program\n')).toBe(false);
});

/** An image with another configuration, and what a command adds. */
async function committed(
  image: string,
  reference: string,
  changes: readonly string[],
  command = 'true',
): Promise<string> {
  await using created = await engine.createContainer({
    profile: 'build',
    image,
    command: ['/bin/sh', '-c', command],
    env: {},
    workingDir: '/',
    limits: DEFAULT_LIMITS.build,
    mounts: [],
    writable: [],
    labels: { run: 'env', instance: 'check', attempt: '0', phase: 'check' },
  });
  await using running = await created.start();
  await using stopped = await running.ended;
  return await stopped.commit(reference, changes);
}
