import { formatWords } from '../draft/shell-words.ts';
import {
  common,
  keeping,
  launched,
  more,
  type Invocation,
  type Runner,
  type RunnerContext,
} from './runner.ts';

/** Programs that pass their arguments on to jest, and the word that makes them test. */
const JEST_WRAPPERS: Readonly<Record<string, string>> = {
  'backstage-cli': 'package test',
  craco: 'test',
  dumi: 'test',
  father: 'test',
  'kcd-scripts': 'test',
  max: 'test',
  'preact-cli': 'test',
  'rc-test': '',
  razzle: 'test',
  'react-app-rewired': 'test',
  'react-scripts': 'test',
  'react-scripts-ts': 'test',
  'sfdx-lwc-jest': '--',
  tsdx: 'test',
  'umi-test': '',
  'vue-cli-service': 'test:unit',
  'wp-scripts': 'test-unit-js',
};

/** `react-scripts` never watches where it is told not to; older versions of others need `CI=true`. */
function jestProgram({ program }: Invocation): string {
  const verb = JEST_WRAPPERS[program];
  if (verb === undefined) return '';
  const watch = /^(react-|craco)/.test(program) ? ' --watchAll=false' : '';
  return `${verb === '' ? '' : ` ${verb}`}${watch}`;
}

/** The test script itself, where a task runner or a program of the project calls mocha. */
export const MOCHA_IN_SCRIPT = 'mocha in npm test';

/** From this version on, mocha's own reporter writes a file, where nothing that tests print is in between. */
const MOCHA_WITH_FILE = 10;

/** A test file that does not load is one failed test, and the others run. */
const MOCHA_FILES = '--require "$scripts/mocha-files.cjs"';

/** What tests print is neither in the report nor in the log. */
const MOCHA_REPORTER = `--reporter "$scripts/mocha-report.cjs" ${MOCHA_FILES}`;

/**
 * Until mocha 4, the process ended with the last test, whatever was still open; since then, it has to be told. A
 * package that asks for any version may rely on the former, and a test that fails often leaves something open.
 */
const EXIT_AS_BEFORE = ` $(node -p "parseInt(require('mocha/package.json').version) < 4 ? '' : '--exit'" 2>/dev/null)`;

/**
 * `_mocha` is the runner itself: the wrapper of old versions loses output that is not read in time. Mocha
 * 12 has only `mocha`. Without a known version, the script looks for what is there.
 */
function mochaCommand(invocation: Invocation, context: RunnerContext): string {
  const { program, path, launcher, words } = invocation;
  const { major } = context;
  if (program === 'ts-mocha') {
    return `MOCHA_REPORT="$report" ${launched(invocation, context, program)} ${MOCHA_REPORTER}${more(words)} >/dev/null`;
  }
  const wrapper = (path ?? context.bin('mocha')).replace(/_mocha$/, 'mocha');
  const runner = wrapper.replace(/mocha(\.js)?$/, '_mocha');
  const start = (found: string): string =>
    launcher.length === 0 ? found : `${formatWords(launcher)} ${found}`;
  if (major !== undefined && major >= MOCHA_WITH_FILE) {
    const program = wrapper.replace(/\/mocha\/bin\/mocha$/, '/mocha/bin/mocha.js');
    return `${start(program)} --reporter json --reporter-option output="$report" ${MOCHA_FILES}${more(words)} --exit`;
  }
  const found = major === undefined ? `"$(type -P ${runner} || echo ${wrapper})"` : runner;
  const exit = major === undefined ? EXIT_AS_BEFORE : major < 4 ? '' : ' --exit';
  return `MOCHA_REPORT="$report" ${start(found)} ${MOCHA_REPORTER}${more(words)}${exit} >/dev/null`;
}

/** Runners that write JSON: vitest, jest and mocha. */
export const JSON_RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    programs: ['vitest'],
    dependencies: ['vitest'],
    format: 'jest-json',
    keep: keeping({
      alone: new RegExp(`^(run|watch|dev|--run|--watch|-w|--ui|--coverage.*|--bail.*|${common})$`),
      withValue: /^(--reporter|--outputFile)(\..*)?(=|$)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'vitest')} run --reporter=json --outputFile="$report" --no-coverage --passWithNoTests${more(invocation.words)}`,
  },
  {
    name: 'jest',
    programs: ['jest', ...Object.keys(JEST_WRAPPERS)],
    dependencies: ['jest', 'jest-cli', 'react-scripts', 'tsdx', 'kcd-scripts', 'rc-test'],
    format: 'jest-json',
    keep: keeping({
      alone: new RegExp(
        `^(test|test:unit|test-unit-js|package|--|--watch|--watchAll|--watchAll=.*|--no-watch|--coverage|--coverage=.*|--no-coverage|--collectCoverage|--bail|-b|--ci|--json|--forceExit|--updateSnapshot|-u|${common})$`,
      ),
      withValue: /^(--reporters|--outputFile|--coverageReporters|--maxWorkers|-w)(=|$)/,
    }),
    command: (invocation, context) => {
      const { major } = context;
      const old = major !== undefined && major < 23 && invocation.program === 'jest';
      const program = JEST_WRAPPERS[invocation.program] === undefined ? 'jest' : invocation.program;
      // --ci never writes a snapshot; jest 20 brought it. Jest before 23 refuses options it does not know.
      const ci = old && major < 20 ? '' : ' --ci';
      const empty = old ? '' : ' --passWithNoTests';
      // The page of tests has had an address since jest 23.5; jsdom 11.12 demands one.
      const page =
        major !== undefined && major < 24
          ? ' ${REFBENCH_JEST_URL:+"--testURL=$REFBENCH_JEST_URL"}'
          : '';
      return `${launched(invocation, context, program)}${jestProgram(invocation)}${ci}${page} --json --outputFile="$report" --coverage=false --maxWorkers="\${REFBENCH_PROCESSES:-2}"${empty} --forceExit${more(invocation.words)}`;
    },
  },
  {
    name: 'mocha',
    programs: ['mocha', '_mocha', 'ts-mocha'],
    dependencies: ['mocha', 'ts-mocha'],
    format: 'mocha-json',
    keep: keeping({
      alone: new RegExp(
        `^(--bail|-b|--watch|-w|--forbid-only|--forbid-pending|--parallel|--exit|--no-exit|${common})$`,
      ),
      withValue: /^(--reporter|-R|--reporter-options?|-O|--retries|--jobs|-j)(=|$)/,
    }),
    command: mochaCommand,
    recipePrograms: ['mocha-report.cjs', 'mocha-files.cjs'],
  },
  {
    name: MOCHA_IN_SCRIPT,
    programs: [],
    dependencies: [
      'gulp-mocha',
      'gulp-spawn-mocha',
      'grunt-mocha-cli',
      'grunt-mocha-test',
      'grunt-simple-mocha',
    ],
    format: 'mocha-json',
    keep: (words) => words,
    command: () =>
      'MOCHA_REPORT="$report" NODE_OPTIONS="--require $scripts/mocha-hook.cjs${NODE_OPTIONS:+ $NODE_OPTIONS}" npm test >&2',
    recipePrograms: ['mocha-hook.cjs', 'mocha-files.cjs'],
  },
];
