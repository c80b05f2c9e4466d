import { shellQuote } from '@refbench/base';
import { readCiFacts, stepsByJob, type CiFacts } from '../ci/ci-files.ts';
import type { DetectorInput, RecipeDraft } from '../draft/recipe-draft.ts';
import { printedSuite } from './printed-suite.ts';

type Step = CiFacts['steps'][number];

/** Not those of developers, e.g. Dockerfiles. */
const CI_FILE = /^\.(github|travis|gitlab|circleci)/;

/** Jobs that do something else than to test on this machine. */
const OTHER_JOBS =
  /\b(docs?|lint|format|style|release|publish|deploy|fuzz|bench\w*|coverage|coverity|codeql|analy[sz]\w*|san(itizers?)?|mingw\w*|cross|arm\w*|windows|macos|osx|android|wasm|emscripten)\b/i;

/** What fetches, installs, reports or prints. The image has what the tests need, and suites run offline. */
const NEEDLESS =
  /^(apt|apt-get|aptitude|add-apt-repository|brew|pip3?|gem|npm|git|wget|curl|docker|echo|codecov|coveralls|cpp-coveralls|gcov|lcov|valgrind|cppcheck|clang-format|clang-tidy|update-alternatives|ls|env|pwd)\b|\bpip3? install\b|<\(curl|\| *bash\b/;

/** Expressions of the server that say nothing here. */
const UNKNOWN = /\$\{\{|\$\{?(TRAVIS|GITHUB|CI)_/;

const TESTS = /test|check|spec/i;

/**
 * Detects projects in C and C++ whose build files define no tests that are known here, but whose continuous
 * integration runs some: its commands are the suite. What they print is counted.
 */
export async function detectCiSuite(input: DetectorInput): Promise<RecipeDraft | undefined> {
  const { steps } = await readCiFacts(input.base);
  const job = jobsOf(steps).find(({ lines }) => lines.some((line) => TESTS.test(line)));
  if (job === undefined) return undefined;
  return await printedSuite(input, {
    title: `the commands of ${job.file}`,
    command: runs(job.lines),
    report: 'ci.txt',
    reasons: [
      { choice: `the commands of the job "${job.name}"`, because: `${job.file} runs tests` },
    ],
  });
}

interface Job {
  readonly file: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** The jobs that may test on this machine, with the lines that build and test. */
function jobsOf(steps: readonly Step[]): readonly Job[] {
  return [...stepsByJob(steps)].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined || !CI_FILE.test(first.file) || OTHER_JOBS.test(key)) return [];
    // Each step of a workflow has a shell of its own; elsewhere a job has one.
    const isApart = first.file.startsWith('.github/');
    const lines = own.flatMap((step) => linesOf(step, isApart));
    return [{ file: first.file, name: first.job, lines }];
  });
}

function linesOf({ folder, lines }: Step, isApart: boolean): readonly string[] {
  const kept = lines
    .map((line) => line.replace(/\bsudo (-\w+ )*/g, ''))
    .filter((line) => !NEEDLESS.test(line) && !UNKNOWN.test(line));
  if (!isApart || kept.length === 0) return kept;
  return ['(', `cd ${shellQuote(folder)}`, ...kept, ')'];
}

/** A job ends with its first command that fails. */
function runs(lines: readonly string[]): string {
  return `CC=\${CC:-gcc} CXX=\${CXX:-g++} bash -e -c ${shellQuote(lines.join('\n'))}`;
}
