import { RefbenchError } from '@refbench/contracts';
import { readExtensions } from '@refbench/mining';

export interface SourceFilter {
  /** As languages.yaml calls it. */
  readonly language: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
  /** Whether a changed file is source code of the language, and no test. */
  readonly admits: (path: string) => boolean;
}

/** For languages other than Java, which the study's rule was made for. */
const TEST_PATHS = [
  /(?:^|\/)(?:tests?|__tests__|spec|testing|testdata)\//i,
  /(?:^|\/)(?:test|conftest)[^/]*$/,
  /[._-](?:test|spec)s?\.[^/]+$/i,
];

/**
 * @param language a name of languages.yaml, in any case
 * @throws RefbenchError kind `usage` for a language that is not known
 */
export async function sourceFilter(language: string): Promise<SourceFilter> {
  const name = language.toLowerCase();
  const known = await readExtensions();
  const extensions = known.get(name);
  if (extensions === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `--language ${language} is not known`,
      hint: `give one of ${[...known.keys()].join(', ')}`,
    });
  }
  const isTest = name === 'java' ? isJavaTest : isTestPath;
  const isSource = (path: string): boolean => extensions.some((each) => path.endsWith(`.${each}`));
  return { language: name, extensions, admits: (path) => isSource(path) && !isTest(path) };
}

/** The study's rule. A first folder called `test` has no slash before it and is admitted. */
function isJavaTest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return path.includes('/test/') || path.includes('/test-') || name.includes('Test');
}

function isTestPath(path: string): boolean {
  return TEST_PATHS.some((pattern) => pattern.test(path));
}
