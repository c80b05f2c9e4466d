import { posix } from 'node:path';
import { readCiFacts } from '../ci/ci-files.ts';
import type { DetectorInput } from '../draft/recipe-draft.ts';
import { shellCommands } from '../draft/shell-words.ts';

const MAVEN = /^(?:\.\/)?mvnw?$/;
const TESTS = /^(?:test|integration-test|verify|package|install|deploy)$/;
const SKIPS_TESTS = /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/;
const FILE = /^(?:-f|--file)(?:=?(.+))?$/;

/**
 * The file that continuous integration builds and tests in the place of the `pom.xml` at the root, which may be
 * the parent of all modules without a list of them. Undefined if it tests the `pom.xml`, or several files.
 */
export async function mavenFile({ base, golden }: DetectorInput): Promise<string | undefined> {
  const { steps } = await readCiFacts(base);
  const commands = steps
    .filter(({ folder }) => folder === '.')
    .flatMap(({ lines }) => lines.flatMap(shellCommands))
    .map((words) => words.map(({ text }) => text))
    .filter(
      ([program = '', ...words]) =>
        MAVEN.test(program) &&
        words.some((word) => TESTS.test(word)) &&
        !words.some((word) => SKIPS_TESTS.test(word)),
    );
  const files = new Set(commands.map(fileOf));
  const [file] = files;
  if (files.size !== 1 || file === undefined || file === 'pom.xml') return undefined;
  return base.has(file) && golden.has(file) ? file : undefined;
}

/** What `-f FILE`, `--file FILE` or `--file=FILE` of a command names. */
function fileOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => FILE.test(word));
  if (at === -1) return undefined;
  const name = FILE.exec(words[at] ?? '')?.[1] ?? words[at + 1];
  return name === undefined ? undefined : posix.normalize(name);
}
