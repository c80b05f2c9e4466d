import { parseJson } from '@refbench/base';
import semver from 'semver';
import { z } from 'zod';
import type { TreeView } from '../draft/tree-view.ts';

type Texts = Readonly<Record<string, string>>;

/** The fields of a package.json that detectors read. Invalid fields are treated as absent. */
export interface PackageJson {
  readonly scripts: Texts;
  readonly dependencies: Texts;
  readonly devDependencies: Texts;
  readonly engines: Texts;
  readonly volta: Texts;
  readonly packageManager?: string | undefined;
  readonly workspaces?: unknown;
}

const texts = z.record(z.string(), z.string()).default({}).catch({});

const packageJsonSchema: z.ZodType<PackageJson> = z.object({
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  engines: texts,
  volta: texts,
  packageManager: z.string().optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

/** Returns undefined if the file does not exist or is not a JSON object. */
export async function readPackageJson(
  view: TreeView,
  path: string,
): Promise<PackageJson | undefined> {
  const text = await view.read(path);
  if (text === undefined) return undefined;
  const parsed = parseJson(text, packageJsonSchema);
  return parsed.kind === 'valid' ? parsed.value : undefined;
}

/** Returns the names of all packages that a package lists. */
export function dependencyNames({
  dependencies,
  devDependencies,
}: PackageJson): ReadonlySet<string> {
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

/** Whether a package depends on folders of the tree, so that it can only be installed in the tree. */
export function hasLocalDependencies({ dependencies, devDependencies }: PackageJson): boolean {
  const ranges = [...Object.values(dependencies), ...Object.values(devDependencies)];
  return ranges.some((range) => /^(file|link|portal):|^\.\.?\//.test(range));
}

/** Returns the lowest major version that a package asks of one of these dependencies. */
export function dependencyMajor(
  { dependencies, devDependencies }: PackageJson,
  names: readonly string[],
): number | undefined {
  const all = { ...dependencies, ...devDependencies };
  const range = names.map((name) => all[name]).find((one) => one !== undefined);
  if (range === undefined || semver.validRange(range) === null) return undefined;
  // Any version at all: the newest one is installed.
  return /\d/.test(range) ? semver.minVersion(range)?.major : undefined;
}
