import type { CiFacts } from '../ci/ci-files.ts';
import type { TreeView } from '../draft/tree-view.ts';

/** How tools and continuous integration name the root of the tree. */
const ROOT =
  /^(?:\$\{?(?:PWD|GITHUB_WORKSPACE|TRAVIS_BUILD_DIR|CI_PROJECT_DIR)\}?|\$\(pwd\)|`pwd`|\$\{\{ *github\.workspace *\}\}|\{(?:toxinidir|tox_root)\})(?:\/|$)/;

/**
 * Returns the folders of the tree that PYTHONPATH names for the tests, in continuous integration, its scripts or tox.
 * The root itself is left out, because tests see it anyway.
 * @param lines - Commands, and lines such as `PYTHONPATH = src`.
 */
export function pythonPath(
  view: TreeView,
  lines: readonly string[],
  { variables }: Pick<CiFacts, 'variables'>,
): readonly string[] {
  const values = [
    ...lines.flatMap((line) =>
      [...line.matchAll(/\bPYTHONPATH\s*=\s*(["']?)(.*)/g)].map(([, quote = '', rest = '']) =>
        quote === ''
          ? (/^(?:\$\{\{.*?\}\}|\$\(pwd\)|[^\s;&])*/.exec(rest)?.[0] ?? '')
          : (rest.split(quote)[0] ?? ''),
      ),
    ),
    ...variables.filter(({ name }) => name === 'PYTHONPATH').map(({ value }) => value),
  ];
  const folders = values.flatMap((value) => value.split(':')).map(belowRoot);
  return [...new Set(folders)].filter(
    (folder) =>
      /^[\w.-]+(\/[\w.-]+)*$/.test(folder) &&
      view.paths.some((path) => path.startsWith(`${folder}/`)),
  );
}

function belowRoot(folder: string): string {
  return folder
    .trim()
    .replace(ROOT, '')
    .replace(/^(\.\/)+|\/$/g, '');
}
