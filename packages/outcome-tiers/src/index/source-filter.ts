import { RefbenchError } from '@refbench/contracts';
import { readExtensions } from '@refbench/code-facts';

export interface SourceFilter {
  /** Name of the language in languages.yaml. */
  readonly language: string;
  /** Extensions without the dot. */
  readonly extensions: readonly string[];
  /** Returns whether a changed file is source code of the language and not a test. */
  readonly admits: (path: string) => boolean;
}

/**
 * Patterns for languages other than Java. The rule of the study covers only Java. Wider than `isTestPath`,
 * for a test that counts as code would become part of the right answer to a ticket.
 */
const TEST_PATHS = [
  /(?:^|\/)(?:tests?|__tests__|spec|testing|testdata)\//i,
  /(?:^|\/)(?:test|conftest)[^/]*$/,
  /[._-](?:test|spec)s?\.[^/]+$/i,
];

/**
 * Returns the filter for a language.
 * @param language a name in languages.yaml, in any case
 * @throws RefbenchError kind `usage` for an unknown language
 */
export async function sourceFilter(language: string): Promise<SourceFilter> {
  const name = language.toLowerCase();
  const known = await readExtensions();
  const extensions = known.get(name);
  if (extensions === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `--language ${language} is not supported`,
      hint: `use one of ${[...known.keys()].join(', ')}`,
    });
  }
  const isTest = name === 'java' ? isJavaTest : isTestPath;
  const isSource = (path: string): boolean => extensions.some((each) => path.endsWith(`.${each}`));
  return { language: name, extensions, admits: (path) => isSource(path) && !isTest(path) };
}

/**
 * The rule of the study, word for word, so that its sample comes out again. It admits a top-level folder called `test`, which has no slash before it.
 */
function isJavaTest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return path.includes('/test/') || path.includes('/test-') || name.includes('Test');
}

function isTestPath(path: string): boolean {
  return TEST_PATHS.some((pattern) => pattern.test(path));
}
