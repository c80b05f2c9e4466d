import { join } from 'node:path';
import { withLock } from '@refbench/base';
import type { Engine } from '@refbench/sandbox';
import { BuildFolder } from '../builds/build-folder.ts';
import { baseImageRecord, recordBuild } from '../builds/build-record.ts';
import { hostVariables } from '../builds/build-network.ts';
import { runBuildStep } from '../builds/build-step.ts';
import type { Architecture } from './architecture.ts';
import type { LayerDefinition } from './image-definitions.ts';
import { pinnedArchives } from './image-identity.ts';
import { buildLogPath, lockPath, SHELL_CHANGES, type ImageOptions } from './image-options.ts';
import { fetchNpmArchive } from './npm-archive.ts';
import { toolchainLayer, type FetchedArchive } from './toolchain-layer.ts';

/** A layer of data/images.yaml on top of another image. */
interface LayerPlan {
  /** For messages: `base image node-20`. */
  readonly thing: string;
  readonly owner: string;
  readonly definition: LayerDefinition;
  readonly architecture: Architecture;
  readonly reference: string;
  /** The label and value that identify the layer. */
  readonly label: readonly [name: string, value: string];
  readonly changes: readonly string[];
  /** Returns the id of the parent image and builds it if it is missing. */
  readonly below: () => Promise<string>;
}

/**
 * Builds the layer if the engine has no image with its label. Returns the id of the image.
 * @throws RefbenchError kind `image`
 */
export async function ensureLayer(
  engine: Engine,
  plan: LayerPlan,
  options: ImageOptions,
): Promise<string> {
  const known = await find(engine, plan);
  if (known !== undefined) return known;
  return await withLock(
    lockPath(options, plan.reference.replaceAll(/[/:]/g, '-')),
    plan.thing,
    async () =>
      (await find(engine, plan)) ??
      (await recordBuild(engine, options, {
        name: baseImageRecord(plan.owner),
        build: () => build(engine, plan, options),
      })),
    options.signal,
  );
}

async function find(engine: Engine, { reference, label }: LayerPlan): Promise<string | undefined> {
  const image = await engine.inspectImage(reference);
  return image?.labels[label[0]] === label[1] ? image.id : undefined;
}

async function build(engine: Engine, plan: LayerPlan, options: ImageOptions): Promise<string> {
  const { definition, thing } = plan;
  // Fetching waits for the network, and building what lies below for the processor.
  const fetched = fetchArchives(plan, options);
  // Awaited below. A failure must not be unhandled until then.
  fetched.catch(() => undefined);
  const below = await plan.below();
  const archives = await fetched;
  options.onProgress?.(`${thing}: building`);
  await using folder = await BuildFolder.create(options.stateDir, options.network);
  await folder.write('layer/packages', definition.packages.map((name) => `${name}\n`).join(''));
  const others = Object.entries(definition.other_suites ?? {});
  if (others.length > 0) {
    const lines = others.map(([suite, names]) => `${suite} ${names.join(' ')}\n`);
    await folder.write('layer/other-suites', lines.join(''));
  }
  if (definition.go !== undefined) await folder.write('layer/go', definition.go);
  if (definition.python_tools !== undefined) {
    const text = options.definitions.requirements[definition.python_tools] ?? '';
    await folder.write('layer/requirements.txt', text);
  }
  return await runBuildStep(engine, {
    thing,
    owner: plan.owner,
    image: below,
    script: ['base.sh'],
    folder,
    archives: [{ directory: '/', open: () => toolchainLayer(definition, archives) }],
    reference: plan.reference,
    changes: [`LABEL ${plan.label.join('=')}`, ...plan.changes, ...SHELL_CHANGES],
    logPath: buildLogPath(options, plan.reference.replaceAll(/[/:]/g, '-')),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

async function fetchArchives(
  { definition, thing, architecture }: LayerPlan,
  options: ImageOptions,
): Promise<readonly FetchedArchive[]> {
  const archives: FetchedArchive[] = [];
  for (const archive of pinnedArchives(definition, architecture)) {
    options.onProgress?.(`${thing}: fetching ${archive.package}@${archive.version}`);
    archives.push({ archive, path: await fetchNpmArchive(archive, fetchOptions(options)) });
  }
  return archives;
}

function fetchOptions(options: ImageOptions): Parameters<typeof fetchNpmArchive>[1] {
  return {
    cacheDir: join(options.stateDir, 'cache', 'archives'),
    env: hostVariables(options.network),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}
