import type { TreeView } from '../draft/tree-view.ts';

/** Build tools that compute the version from git tags, and the variables that state it instead. */
const TOOLS: readonly (readonly [mention: RegExp, variable: string])[] = [
  [
    /setuptools[-_]scm|hatch[-_]vcs|vcs[-_]versioning|version_scheme/,
    'SETUPTOOLS_SCM_PRETEND_VERSION',
  ],
  [/["'\s]pbr\b/, 'PBR_VERSION'],
  [/source\s*=\s*["']scm["']/, 'PDM_BUILD_SCM_VERSION'],
  [/poetry[-_]dynamic[-_]versioning/, 'POETRY_DYNAMIC_VERSIONING_BYPASS'],
];

const CHANGELOG =
  /(^|\/)(changelog|changes|history|news|version_?history|release[-_]?notes)(\.(md|rst|txt|adoc))?$/i;

/** A heading with a version: `## [1.2.0] - 2020-01-01`, `Version 3.2.0`, `pluggy 1.0.0 (2021)`. */
const HEADING =
  /^[#=*\s]*(?:[a-z][\w.-]*\s+){0,2}[`[(]{0,2}v?(\d{1,4}\.\d{1,3}(?:\.\d{1,4})?(?:\.?(?:a|b|rc|post)\d+)?)[\]`_*]*(?:\(|\s*$|\s*[-–—(,:]|\s+(?:un)?released|\s+\d{4}-)/i;

/**
 * Trees in images have no tags, so such tools would compute a version like 0.1. Packages that depend
 * on the project would then be installed in versions from years ago. The changelog says which
 * version it is.
 * @returns assignments for a shell, e.g. `PBR_VERSION=2.1.0`; empty if no tool computes a version
 */
export async function versionVariables(view: TreeView): Promise<readonly string[]> {
  const texts = await Promise.all(['pyproject.toml', 'setup.cfg', 'setup.py'].map(view.read));
  const manifest = texts.join('\n');
  const variables = TOOLS.flatMap(([mention, name]) => (mention.test(manifest) ? [name] : []));
  if (variables.length === 0) return [];
  const version = await changelogVersion(view);
  return version === undefined ? [] : variables.map((name) => `${name}=${version}`);
}

/** The first version in the changelog, which is the newest one or the next one. */
async function changelogVersion(view: TreeView): Promise<string | undefined> {
  const depth = (path: string): number => path.split('/').length;
  const paths = view.paths
    .filter((path) => CHANGELOG.test(path) && !/(^|\/)(tests?|vendor|node_modules)\//.test(path))
    .sort((one, other) => depth(one) - depth(other));
  for (const path of paths) {
    for (const line of ((await view.read(path)) ?? '').split('\n')) {
      const version = HEADING.exec(line)?.[1];
      if (version !== undefined) return version;
    }
  }
  return undefined;
}
