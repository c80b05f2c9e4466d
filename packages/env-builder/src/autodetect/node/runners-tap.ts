import { common, keeping, launched, more, type Runner } from './runner.ts';

const FIRST_TAPE_WITH_REQUIRE = 4;
/**
 * How long ava waits for the next result. Its own 10 seconds are too few on a busy machine, and projects whose
 * tests need a network wait for minutes.
 */
const AVA_PATIENCE = '2m';

/**
 * The runner of Node.js waits for what a test left open, in milliseconds at most. The file then fails, and all others
 * have their tests.
 */
const FILE_LIMIT = ' --test-timeout=300000';

/** Runners that write TAP. */
export const TAP_RUNNERS: readonly Runner[] = [
  {
    name: 'ava',
    programs: ['ava'],
    dependencies: ['ava'],
    format: 'tap',
    keep: keeping({
      alone: new RegExp(`^(--watch|-w|--fail-fast|--tap|-t|-v|--update-snapshots|-u|${common})$`),
      withValue: /^(--timeout|-T)(=|$)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'ava')} --tap --timeout=${AVA_PATIENCE}${more(invocation.words)} >"$report"`,
  },
  {
    name: 'tap',
    programs: ['tap'],
    dependencies: ['tap'],
    format: 'tap',
    keep: keeping({
      alone: new RegExp(
        `^(--bail|-b|--watch|-w|--100|-J|--cov|--coverage|--no-cov|--no-coverage|--disable-coverage|--allow-(incomplete|empty)-coverage|--check-coverage|--no-check-coverage|--show-full-coverage|--coverage-report=.*|--(branches|functions|lines|statements)=.*|-R\\w+|${common})$`,
      ),
      withValue: /^(--reporter|-R|--coverage-report|--(branches|functions|lines|statements))(=|$)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'tap')} --reporter=tap${more(invocation.words)} >"$report"`,
  },
  {
    name: 'node:test',
    programs: [],
    dependencies: [],
    // Node 20 was the first with a reporter for JUnit's XML.
    format: ({ node }) => (node < 20 ? 'tap' : 'junit-xml'),
    keep: keeping({
      alone: /^(--watch|--experimental-test-coverage)$/,
      withValue:
        /^(--test-reporter|--test-reporter-destination|--test-coverage-(lines|branches|functions|include|exclude))(=|$)/,
    }),
    command: (invocation, context) => {
      const { launcher, words } = invocation;
      const program =
        launcher.length === 0 ? 'node' : launched(invocation, context, invocation.program);
      // Before Node 18 the report is TAP, and there is no option for it.
      if (context.node < 18) return `${program} --test${more(words)} >"$report"`;
      const isLimited = words.some(({ text }) => text.startsWith('--test-timeout'));
      const limit = context.node < 20 || isLimited ? '' : FILE_LIMIT;
      const reporter = context.node < 20 ? 'tap' : 'junit';
      return `${program} --test --test-reporter=${reporter} --test-reporter-destination="$report"${limit}${more(words)}`;
    },
  },
  {
    name: 'borp',
    programs: ['borp'],
    dependencies: ['borp'],
    format: 'tap',
    keep: keeping({
      alone: new RegExp(`^(--watch|-w|--coverage|-C|--check-coverage|${common})$`),
      withValue:
        /^(--reporter|-r|--coverage-exclude|-X|--lines|--branches|--functions|--statements)(=|$)/,
    }),
    // borp's own `tap:FILE` loses the end of the report where the process ends by itself.
    command: (invocation, context) =>
      `${launched(invocation, context, 'borp')} --reporter=tap${more(invocation.words)} >"$report"`,
  },
  {
    name: 'qunit',
    programs: ['qunit'],
    dependencies: ['qunit'],
    format: 'tap',
    keep: keeping({
      alone: new RegExp(`^(--watch|-w|${common})$`),
      withValue: /^(--reporter|--seed)(=|$)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'qunit')}${more(invocation.words)} >"$report"`,
  },
  {
    name: 'tape',
    // These print what tape prints, for other libraries.
    programs: [
      'tape',
      'brittle',
      'brittle-node',
      'pta',
      'zora',
      'teenytest',
      'faucet',
      'taper',
      'blue-tape',
    ],
    dependencies: [
      'tape',
      'brittle',
      'zora',
      'teenytest',
      'blue-tape',
      'tape-promise',
      'tape-catch',
    ],
    format: 'tape',
    keep: keeping({
      alone: new RegExp(`^(--bail|-b|--coverage|-c|--cov|--no-only|${common})$`),
      withValue: /^(--reporter|-R)(=|$)/,
    }),
    command: (invocation, context) => {
      const program = /^(faucet|taper)$/.test(invocation.program) ? 'tape' : invocation.program;
      if (
        program === 'tape' &&
        (context.major ?? FIRST_TAPE_WITH_REQUIRE) >= FIRST_TAPE_WITH_REQUIRE
      ) {
        // Tests print to standard output as well.
        const start = launched(invocation, context, program);
        return `TAPE_REPORT="$report" ${start} --require "$scripts/tape-report.cjs"${more(invocation.words)}`;
      }
      return `${launched(invocation, context, program)}${more(invocation.words)} >"$report"`;
    },
    recipePrograms: ['tape-report.cjs'],
  },
  {
    name: 'nodeunit',
    programs: ['nodeunit'],
    dependencies: ['nodeunit', 'grunt-contrib-nodeunit'],
    format: 'tape',
    keep: keeping({ alone: new RegExp(`^(${common})$`), withValue: /^(--reporter|--output)(=|$)/ }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'nodeunit')} --reporter tap${more(invocation.words)} >"$report"`,
  },
];
