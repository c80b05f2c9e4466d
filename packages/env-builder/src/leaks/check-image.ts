import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestSchema, type Instance } from '@refbench/contracts';
import { currentOwner } from '@refbench/files';
import type { Repository } from '@refbench/repos';
import type { Engine } from '@refbench/sandbox';
import type { BuildNetwork } from '../builds/build-network.ts';
import { RECIPE_FOLDER } from '../environments/recipe.ts';
import { once } from './byte-streams.ts';
import { configFindings } from './config-findings.ts';
import { dependenciesOfGolden } from './dependencies-of-golden.ts';
import { commitTime } from './git-directory.ts';
import { goldenTraces } from './golden-traces.ts';
import type { FileEvidence } from './file-observer.ts';
import { ImageScan } from './image-scan.ts';
import { judgeEvidence } from './judge-evidence.ts';
import { LEAK_SCHEMA, type Finding, type LeakReport } from './leak-report.ts';
import { ownPackages } from './own-packages.ts';
import { readSavedImage } from './saved-image.ts';
import { knownSecrets } from './secrets.ts';
import { SystemPackages } from './system-packages.ts';
import { WorkingGit } from './working-git.ts';

export interface CheckImageRequest {
  readonly engine: Engine;
  /** The image to search, by its id. */
  readonly imageId: string;
  /** The image it was built on; what that holds is public. */
  readonly baseImageId: string;
  readonly instance: Instance;
  readonly instanceDir: string;
  readonly repository: Repository;
  readonly network: BuildNetwork;
  /** A folder for what must lie on a disk while it is searched. */
  readonly stateDir: string;
  readonly signal?: AbortSignal;
}

/** More findings of one kind say nothing new. */
const MAX_PER_KIND = 25;
/** The recipe is mounted in every container, so it is searched like a layer of its own. */
const RECIPE_LAYER = 'recipe';

/**
 * Searches every layer of an image, its configuration, and the recipe it was built from, for what
 * tells of golden and for secrets. Reads the image once, as a stream.
 * @throws RefbenchError kinds `image`, `engine`
 */
export async function checkImage(request: CheckImageRequest): Promise<Omit<LeakReport, 'content'>> {
  const { engine, instance, repository } = request;
  const started = performance.now();
  const scratch = await makeScratch(request.stateDir);
  try {
    const traces = await goldenTraces(instance, repository);
    const goldenAt = await commitTime(repository.gitDir, instance.golden);
    const own = await ownPackages(instance, repository, goldenAt);
    const secrets = knownSecrets(request.network);
    const evidence: FileEvidence[] = [];
    const scan = new ImageScan({
      traces,
      own,
      secrets,
      scratch: join(scratch, 'packs'),
      onEvidence: (file) => void evidence.push(file),
    });
    const git = new WorkingGit(join(scratch, 'git'));
    const system = new SystemPackages();
    const links = new Map<string, string[]>();
    const searched = { files: 0, bytes: 0 };
    const image = await readSavedImage(
      await engine.saveImage(request.imageId),
      async ({ layer, header, chunks }) => {
        const { name: path, type, size, linkname } = header;
        if (type === 'link' && typeof linkname === 'string') {
          links.set(linkname, [...(links.get(linkname) ?? []), path]);
        }
        request.signal?.throwIfAborted();
        if (type !== 'file' && type !== 'contiguous-file') return;
        searched.files += 1;
        searched.bytes += size;
        git.whiteout(layer, path);
        const list = await system.keep(path, chunks);
        const kept = list === undefined ? await git.keep(layer, path, chunks) : once(list);
        await scan.file({ layer, path, size, chunks: kept ?? chunks });
      },
    );
    await scanRecipe(scan, request.instanceDir);
    const layers = [...image.layers, RECIPE_LAYER];
    const base = await engine.inspectImage(request.baseImageId);
    const findings = [
      ...judgeEvidence({
        traces,
        own,
        layers,
        baseLayers: base?.layers.length ?? 0,
        links,
        system,
        evidence,
      }),
      ...configFindings(image.config, secrets, instance.golden),
      ...gitFindings(await git.faults(image.layers)),
      ...(await dependenciesOfGolden(instance, repository)).map(dependencyHint),
    ];
    return {
      schema: LEAK_SCHEMA,
      instance: instance.id,
      image: digestSchema.parse(request.imageId),
      golden: instance.golden,
      clean: findings.every(({ severity }) => severity === 'hint'),
      ...limited(findings),
      searched: {
        layers: image.layers.length,
        ...searched,
        lines: traces.lines.length,
        golden_files: traces.files.size,
      },
      duration_ms: Math.round(performance.now() - started),
      checked_at: new Date().toISOString(),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function makeScratch(stateDir: string): Promise<string> {
  const parent = join(stateDir, 'scratch');
  await mkdir(parent, { recursive: true });
  // Named by its owner, as all folders there are: the sweep of another run removes those of the dead.
  const scratch = await mkdtemp(join(parent, `${currentOwner().replaceAll(':', '_')}~leaks-`));
  await mkdir(join(scratch, 'packs'));
  await mkdir(join(scratch, 'git'));
  return scratch;
}

async function scanRecipe(scan: ImageScan, instanceDir: string): Promise<void> {
  const folder = join(instanceDir, RECIPE_FOLDER);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    await scan.file({
      layer: RECIPE_LAYER,
      path: path.slice(instanceDir.length + 1),
      size: bytes.length,
      chunks: once(bytes),
    });
  }
}

function gitFindings(faults: readonly string[] | undefined): readonly Finding[] {
  const found = faults ?? ['no git directory at all'];
  return found.map((fault) => ({
    severity: 'leak',
    kind: 'git-history',
    layer: null,
    path: 'testbed/.git',
    witness: `holds ${fault}`,
  }));
}

function dependencyHint(name: string): Finding {
  return {
    severity: 'hint',
    kind: 'dependency',
    layer: null,
    path: 'instance.yaml',
    witness: `${name}: golden adds it, and every agent may know`,
  };
}

/** Leaks first; of each kind only so many. */
function limited(findings: readonly Finding[]): Pick<LeakReport, 'findings' | 'omitted'> {
  const counts = new Map<string, number>();
  const sorted = [...findings].sort((a, b) => rank(a) - rank(b));
  const kept = sorted.filter(({ severity, kind }) => {
    const key = `${severity} ${kind}`;
    const seen = (counts.get(key) ?? 0) + 1;
    counts.set(key, seen);
    return seen <= MAX_PER_KIND;
  });
  const omitted = [...counts]
    .filter(([, seen]) => seen > MAX_PER_KIND)
    .map(([key, seen]) => [key, seen - MAX_PER_KIND] as const);
  return { findings: kept, omitted: Object.fromEntries(omitted) };
}

function rank({ severity }: Finding): number {
  return severity === 'leak' ? 0 : 1;
}
