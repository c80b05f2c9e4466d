import { basename } from 'node:path';

/** Files that say which packages are needed, and nothing else: no program runs from them. */
const MANIFEST =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc|pyproject\.toml|setup\.cfg|tox\.ini|pylock.*\.toml|poetry\.lock|uv\.lock|pdm\.lock|Pipfile|Pipfile\.lock|[\w.-]*requirements[\w.-]*\.(?:txt|in)|constraints[\w.-]*\.txt|Cargo\.toml|Cargo\.lock|go\.mod|go\.sum|go\.work|go\.work\.sum|pom\.xml|gradle\.lockfile|libs\.versions\.toml)$/;

/** Folders whose files belong to packages, not to the project. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|testdata|\.venv|target)\//;

/** Whether a path in a tree is a manifest or a lock file of a package manager. */
export function isManifest(path: string): boolean {
  if (FOREIGN.test(path)) return false;
  return MANIFEST.test(basename(path)) || /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(path);
}

/**
 * Whether two versions of a manifest may ask for other packages. In a package.json, scripts and entry
 * points do not matter.
 */
export function asksForOthers(
  path: string,
  before: string | undefined,
  after: string | undefined,
): boolean {
  if (before === after) return false;
  if (basename(path) !== 'package.json') return true;
  const [old, own] = [dependenciesIn(before ?? '{}'), dependenciesIn(after ?? '{}')];
  return old === undefined || own === undefined || old !== own;
}

const SECTIONS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
  'workspaces',
  'packageManager',
  'pnpm',
] as const;

/** The sections with dependencies in a fixed order; undefined if the text is no JSON object. */
function dependenciesIn(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...parsed };
  return JSON.stringify(SECTIONS.map((name) => sorted(fields[name])));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

const ADDRESS =
  /git\+[a-z]+:[^\s"'<>,;)\]]+|git:\/\/[^\s"'<>,;)\]]+|\b(?:github|gitlab|bitbucket):[\w.-]+\/[\w.-]+|https?:\/\/[^\s"'<>,;)\]]+?\.(?:git|tgz|tar\.gz|zip|whl)\b|\bgit\s*=\s*"[^"]+"/g;

/** Addresses outside of registries from which a manifest wants packages. Lock files are not read. */
export function addressesIn(path: string, text: string): readonly string[] {
  const isLock = /(?:\.lock|-lock\.(?:json|yaml)|go\.sum|shrinkwrap\.json)$/.test(path);
  if (isLock || basename(path) === 'pom.xml') return [];
  // The fields that tell where the project itself lives are no dependencies.
  const relevant =
    basename(path) === 'package.json' ? (dependenciesIn(text) ?? '').replaceAll('\\"', '"') : text;
  return [...new Set(relevant.match(ADDRESS))];
}
