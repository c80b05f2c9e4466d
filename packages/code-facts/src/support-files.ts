import { withoutPackages } from './project-folders.ts';

const DECLARATIONS = /\.(?:d\.[cm]?ts|pyi)$/;
const FOLDER = /(?:^|\/)(?:examples?|samples?|demos?|bench(?:es|marks?)?)\/|^(?:docs?|website)\//i;
/** Configuration of JavaScript's tools, which stands beside the source. */
const CONFIGURATION =
  /^(?!(?:.*\/)?(?:src|lib)\/).*?(?:^|\/)(?:\.[^/]+rc|[^/]+[.-]conf(?:ig)?|(?:gulp|grunt|jake)file)(?:\.\w+)?\.[cm]?[jt]s$/i;
const BUILD = /^(?:setup|noxfile|fabfile|tasks)\.py$|(?:^|\/)build\.rs$/;

/**
 * Returns true for code that supports the development of a project and that its tests do not run:
 * declarations of types, configuration of tools, build scripts, examples, benchmarks and documents.
 */
export function isSupportPath(path: string): boolean {
  const place = withoutPackages(path);
  return [DECLARATIONS, FOLDER, CONFIGURATION, BUILD].some((pattern) => pattern.test(place));
}
