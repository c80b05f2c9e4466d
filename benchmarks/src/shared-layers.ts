// Measures how much disk space a second instance of a repository adds compared with the first, and
// how long a rebuild from the recipe takes with an existing layer of dependencies compared with the
// first build.
//
//   npm run benchmark shared-layers [-- INSTANCE GOLDEN]
//
// GOLDEN is another commit of the repository of the instance. The base of the second instance is
// its first parent.
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ensureEnvironment,
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { readYamlFile } from '@refbench/base';
import { instanceSchema, type Instance } from '@refbench/contracts';
import { openRepository } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { execa } from 'execa';
import { requireMirror } from './mirrors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MIRROR = requireMirror();
const [id = 'koajs__koa-ef467caa', otherGolden = '00b3c97'] = process.argv.slice(2);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Measured {
  /** Time until the image is stored. */
  readonly seconds: number;
  /** Duration of the leak search. Undefined if an image with equal content was searched before. */
  readonly searchSeconds: number | undefined;
  /** Size that the image adds to its system layer. */
  readonly dependencyBytes: number;
  readonly restBytes: number;
  readonly wholeBytes: number;
  readonly imageId: string;
  readonly reference: string;
}

const folder = await mkdtemp(join(tmpdir(), 'refbench-shared-layers-'));
await using engine = await connectEngine({ stateDir: folder });
const options: ImageOptions = {
  stateDir: folder,
  definitions: await readImageDefinitions(),
  network: await resolveBuildNetwork(),
};
const tags = new Set<string>();
try {
  const first = await readYamlFile(join(root, 'instances', id, 'instance.yaml'), instanceSchema);
  const second = await otherInstance(first, otherGolden);
  // A unique recipe, so that no earlier build can be reused.
  const mark = randomBytes(8).toString('hex');
  const one = await measure(engine, await copyInstance(first, mark));
  const two = await measure(engine, await copyInstance(second, mark));
  await engine.removeImage(one.reference);
  const again = await measure(engine, await copyInstance(first, mark));
  const added = two.dependencyBytes + two.restBytes;
  const own = one.dependencyBytes + one.restBytes;
  show('first', one);
  show('second', two);
  print(`second / first, whole images: ${percent(added, one.wholeBytes)}`);
  print(`second / first, without the base image: ${percent(added, own)}`);
  print(
    `first build ${one.seconds.toFixed(1)} s; rebuild with an existing layer of dependencies ${again.seconds.toFixed(1)} s (${(one.seconds / again.seconds).toFixed(1)} times faster), ${searchText(again)}`,
  );
} finally {
  for (const tag of tags) await engine.removeImage(tag).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

async function otherInstance(instance: Instance, commit: string): Promise<Instance> {
  const [owner = '', name = ''] = instance.repository.name.split('/');
  const mirror = resolve(MIRROR.replace('{owner}', owner).replace('{name}', name));
  const revision = async (text: string): Promise<string> =>
    (await execa('git', ['--git-dir', mirror, 'rev-parse', '--verify', text])).stdout.trim();
  const golden = await revision(`${commit}^{commit}`);
  const base = await revision(`${commit}^1`);
  return { ...instance, base, golden, id: instance.id.replace(/[0-9a-f]{8}$/, base.slice(0, 8)) };
}

async function copyInstance(instance: Instance, mark: string): Promise<string> {
  const dir = join(folder, 'instances', instance.id);
  await mkdir(dir, { recursive: true });
  await cp(join(root, 'instances', id, 'environment'), join(dir, 'environment'), {
    recursive: true,
  });
  const setup = join(dir, 'environment', 'setup_shell.sh');
  await writeFile(
    setup,
    `${(await readFile(setup, 'utf8')).replace(/\n# mark .*\n$/, '')}\n# mark ${mark}\n`,
  );
  await writeFile(join(dir, 'instance.yaml'), JSON.stringify(instance));
  return dir;
}

async function measure(on: Engine, dir: string): Promise<Measured> {
  const instance = await readYamlFile(join(dir, 'instance.yaml'), instanceSchema);
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: dir,
    base: instance.base,
    golden: instance.golden,
    mirror: MIRROR,
    cacheDir: join(folder, 'repositories'),
  });
  const start = performance.now();
  let stored: number | undefined;
  const environment = await ensureEnvironment({
    engine: on,
    instance,
    instanceDir: dir,
    repository,
    options: {
      ...options,
      onProgress: (line) => {
        if (line.includes('searching')) stored = performance.now();
        process.stderr.write(`${line}\n`);
      },
    },
  });
  const end = performance.now();
  const seconds = ((stored ?? end) - start) / 1000;
  const searchSeconds = stored === undefined ? undefined : (end - stored) / 1000;
  tags.add(environment.reference);
  const all = await on.listImages('refbench.os');
  const image = all.find(({ id: imageId }) => imageId === environment.imageId);
  let dependencyBytes = 0;
  let at = all.find(({ id: imageId }) => imageId === image?.parentId);
  const restBytes = (image?.sizeBytes ?? 0) - (at?.sizeBytes ?? 0);
  // The topmost layer of dependencies belongs to the instance. The layers below it are shared.
  const shared = all.find(({ id: imageId }) => imageId === at?.parentId);
  if (at?.tags.some((tag) => tag.startsWith('refbench/deps:')) === true) {
    dependencyBytes = at.sizeBytes - (shared?.sizeBytes ?? 0);
    for (const tag of at.tags) tags.add(tag);
    at = shared;
  }
  return {
    seconds,
    searchSeconds,
    dependencyBytes,
    restBytes,
    wholeBytes: image?.sizeBytes ?? 0,
    imageId: environment.imageId,
    reference: environment.reference,
  };
}

function show(name: string, measured: Measured): void {
  const { seconds, dependencyBytes, restBytes, wholeBytes } = measured;
  print(
    `${name}: image ${megabytes(wholeBytes)}, of which ${megabytes(dependencyBytes)} dependencies and ${megabytes(restBytes)} other files; built in ${seconds.toFixed(1)} s, ${searchText(measured)}`,
  );
}

function searchText({ searchSeconds }: Measured): string {
  return searchSeconds === undefined
    ? 'not searched again'
    : `searched in ${searchSeconds.toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
