import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { digestSchema, type Digest, type Instance } from '@refbench/contracts';
import { makeOwnedFolder } from '@refbench/base';
import type { Repository } from '@refbench/repos';
import type { Engine } from '@refbench/sandbox';
import { once } from './image/byte-streams.ts';
import { configFindings } from './findings/config-findings.ts';
import { dependenciesOfGolden } from './golden/dependencies-of-golden.ts';
import { commitTime } from './image/git-directory.ts';
import { goldenTraces } from './golden/golden-traces.ts';
import type { FileEvidence } from './image/file-observer.ts';
import { ImageScan } from './image/image-scan.ts';
import { judgeEvidence } from './findings/judge-evidence.ts';
import { LEAK_SCHEMA, type Finding, type LeakReport } from './findings/leak-report.ts';
import { ownPackages } from './golden/own-packages.ts';
import { textsOfBase } from './golden/texts-of-base.ts';
import { readSavedImage } from './image/saved-image.ts';
import { knownSecrets } from './image/secrets.ts';
import { SystemPackages } from './image/system-packages.ts';
import { WorkingGit } from './image/working-git.ts';

/** The scripts that an image was built with. They are mounted in every container of the instance. */
interface SearchedRecipe {
  /** The folder with the scripts. */
  readonly folder: string;
  readonly digest: Digest;
  /** Programs of RefBench among them, by name. They are the same for every instance, so they are not searched. */
  readonly released?: ReadonlyMap<string, Buffer>;
}

/** The image to search, and what to search it for. */
export interface CheckImageRequest {
  readonly engine: Engine;
  /** The id of the image to search. */
  readonly imageId: string;
  /** The id of the image that it was built on. The content of that image is public. */
  readonly baseImageId: string;
  readonly instance: Instance;
  readonly recipe: SearchedRecipe;
  readonly repository: Repository;
  /** The variables that the build could see. None of their secret values may be in the image. */
  readonly buildVariables: Readonly<Record<string, string>>;
  /** The state folder. It holds the reports and the temporary files of a search. */
  readonly stateDir: string;
  readonly signal?: AbortSignal;
}

/** The maximum number of findings of one kind and severity in the report. */
const MAX_PER_KIND = 25;
/** The recipe is mounted in every container, so it is searched like another layer. */
const RECIPE_LAYER = 'recipe';

/**
 * Searches every layer of an image, its configuration and its recipe for traces of the golden commit
 * and for secrets. Reads the image once, as a stream.
 * @throws RefbenchError kinds `image`, `engine`
 */
export async function checkImage(request: CheckImageRequest): Promise<Omit<LeakReport, 'content'>> {
  const { engine, instance, repository } = request;
  const started = performance.now();
  // The folder names its owner, so that another run can remove it if this process is killed.
  const folder = await makeOwnedFolder(join(request.stateDir, 'scratch'), request.stateDir);
  try {
    const [packs, gitFolder] = [join(folder.path, 'packs'), join(folder.path, 'git')];
    await mkdir(packs);
    await mkdir(gitFolder);
    const traces = await goldenTraces(instance, repository);
    const goldenAt = await commitTime(repository.gitDir, instance.golden);
    const own = await ownPackages(instance, repository, goldenAt);
    const secrets = knownSecrets(request.buildVariables);
    const evidence: FileEvidence[] = [];
    const scan = new ImageScan({
      traces,
      own,
      secrets,
      scratch: packs,
      onEvidence: (file) => void evidence.push(file),
    });
    const git = new WorkingGit(gitFolder);
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
    await scanRecipe(scan, request.recipe);
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
        evidence: await withoutSecretsOfBase(evidence, repository, traces.baseFiles),
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
    await folder[Symbol.asyncDispose]();
  }
}

/** A key in a test of base also occurs in what compilers make of it. Everybody knows it. */
async function withoutSecretsOfBase(
  evidence: readonly FileEvidence[],
  repository: Repository,
  baseFiles: ReadonlySet<string>,
): Promise<readonly FileEvidence[]> {
  const texts = evidence.flatMap((file) => file.secretPatterns.map(({ text }) => text));
  const known = await textsOfBase(new Set(texts), repository, baseFiles);
  return evidence.map((file) => ({
    ...file,
    secretPatterns: file.secretPatterns.filter(({ text }) => !known.has(text)),
  }));
}

async function scanRecipe(scan: ImageScan, { folder, released }: SearchedRecipe): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    const bytes = await readFile(path);
    if (released?.get(name)?.equals(bytes) === true) continue;
    await scan.file({
      layer: RECIPE_LAYER,
      path: join('environment', name),
      size: bytes.length,
      chunks: once(bytes),
    });
  }
}

function gitFindings(faults: readonly string[] | undefined): readonly Finding[] {
  const found = faults ?? ['no git directory'];
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

/** Sorts leaks first and keeps at most `MAX_PER_KIND` findings of each kind and severity. */
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
