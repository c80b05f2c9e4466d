import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  instanceIdOf,
  instanceIdSchema,
  RefbenchError,
  repositoryNameSchema,
  type Instance,
} from '@refbench/contracts';
import { exists, guardDisk, writeFileAtomic } from '@refbench/base';
import { readLicences } from '@refbench/code-facts';
import {
  displayPath,
  fullCommitId,
  openRepository,
  type Repository,
  type Tree,
} from '@refbench/repos';
import { Document } from 'yaml';
import type { Workspace } from '@refbench/workspace';

export interface AddInstanceOptions {
  readonly workspace: Workspace;
  /** `owner/name`. */
  readonly repository: string;
  /** 40 hex digits; with a mirror or a `file` URL, the first seven or more are enough. */
  readonly golden: string;
  readonly url?: string | undefined;
  /** Detected from the files that golden changes, if absent. */
  readonly language?: Instance['language'] | undefined;
  /** Known properties of a mined candidate. A person fills in the others. */
  readonly known?:
    | Partial<Pick<Instance, 'category' | 'licence' | 'provenance' | 'private'>>
    | undefined;
  /** Why the tests of the repository cannot be run, if so. */
  readonly noTests?: string | undefined;
  readonly signal: AbortSignal;
}

/** A new instance, and what its folder still lacks. */
export interface AddedInstance {
  readonly instance: Instance;
  readonly dir: string;
  readonly missing: readonly string[];
}

/** Rejects invalid repository names, such as `../x`, before anything is fetched. */
function checkRepositoryName(name: string): void {
  if (repositoryNameSchema.safeParse(name).success) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `--repo ${name}: expected owner/name, such as koajs/koa`,
    hint: 'specify owner/name, and a local clone with --mirror or --url file:///path',
  });
}

/** Placeholder for a field that a person must fill in. */
export const UNKNOWN = 'unknown';

/**
 * Writes instance.yaml for a commit. Base is golden's first parent. Other commands write texts,
 * rules and environment.
 * @throws RefbenchError kinds `usage`, `repository`
 */
export async function addInstance(options: AddInstanceOptions): Promise<AddedInstance> {
  const { workspace } = options;
  checkRepositoryName(options.repository);
  const url = options.url ?? `https://github.com/${options.repository}.git`;
  const source = {
    repository: { name: options.repository, url },
    ...(workspace.mirror === undefined ? {} : { mirror: workspace.mirror }),
    cacheDir: join(workspace.stateDir, 'repositories'),
  };
  const golden = await fullCommitId({ ...source, commit: options.golden });
  await using repository = await openRepository({
    ...source,
    instanceDir: workspace.instancesDir,
    golden,
    signal: options.signal,
  });
  const { parents } = await repository.readCommit(golden);
  const base = parents[0] ?? '';
  const trees = await Promise.all([repository.readTree(base), repository.readTree(golden)]);
  const language = options.language ?? languageOf(...trees);
  if (language === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${options.repository} ${golden} changes no file in a supported language`,
      hint: 'specify --language, or choose another commit',
    });
  }
  const id = instanceIdSchema.parse(instanceIdOf(options.repository, base));
  const instance: Instance = {
    schema: 1,
    id,
    repository: { name: options.repository, url },
    base,
    golden,
    language,
    category: UNKNOWN,
    licence: await licenceOf(repository, base),
    provenance: 'Commit of a public repository.',
    environment: { base_image: 'debian', manifests: [], test_timeout_seconds: 900 },
    dependencies_of_golden: [],
    ...(options.noTests === undefined ? {} : { no_tests: options.noTests }),
    ...options.known,
  };
  const dir = join(workspace.instancesDir, id);
  const path = join(dir, 'instance.yaml');
  if (await exists(path)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${path} is there already`,
      hint: 'edit it, or remove the folder first',
    });
  }
  await guardDisk(dir, () => mkdir(dir, { recursive: true }));
  const document = new Document(instance);
  const toFill = (['category', 'licence'] as const).filter((field) => instance[field] === UNKNOWN);
  if (toFill.length > 0) document.commentBefore = ` To be filled in: ${toFill.join(', ')}.`;
  await writeFileAtomic(path, document.toString({ lineWidth: 100 }));
  const fields = toFill.map((field) => `${field} in instance.yaml`);
  const environment = options.noTests === undefined ? ['environment/ (refbench env build)'] : [];
  return { instance, dir, missing: [...fields, ...environment, ...MISSING] };
}

const MISSING = [
  'task.instructed.md and task.open.md (refbench task write)',
  'rules/<id>/additive and rules/<id>/reductive',
];

const LANGUAGES: readonly (readonly [extension: RegExp, language: Instance['language']])[] = [
  [/\.(ts|tsx|mts|cts)$/, 'typescript'],
  [/\.(js|jsx|mjs|cjs|vue)$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.go$/, 'go'],
  [/\.java$/, 'java'],
  [/\.rs$/, 'rust'],
  [/\.(cc|cpp|cxx|hpp|hxx)$/, 'cpp'],
  [/\.c$/, 'c'],
];

/** Returns the SPDX id of a tree's licence; the placeholder if it is not known. */
async function licenceOf(repository: Repository, treeish: string): Promise<string> {
  const { id } = await (await readLicences()).ofTree(repository, treeish);
  return id === 'none' ? UNKNOWN : id;
}

/** Returns the language of most changed files. Headers that end in .h count for C or C++, as the sources do. */
function languageOf(base: Tree, golden: Tree): Instance['language'] | undefined {
  const counts = new Map<Instance['language'], number>();
  const count = (language: Instance['language'], files = 1) =>
    counts.set(language, (counts.get(language) ?? 0) + files);
  let headers = 0;
  for (const path of new Set([...base.keys(), ...golden.keys()])) {
    if (base.get(path)?.oid === golden.get(path)?.oid) continue;
    const name = displayPath(path);
    const language = LANGUAGES.find(([extension]) => extension.test(name))?.[1];
    if (language !== undefined) count(language);
    else if (name.endsWith('.h')) headers += 1;
  }
  if (headers > 0) count((counts.get('cpp') ?? 0) > (counts.get('c') ?? 0) ? 'cpp' : 'c', headers);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}
