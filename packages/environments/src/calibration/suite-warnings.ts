import type { TestCounts, TestRun } from '@refbench/contracts';
import type { SuiteRuns, SuiteState, SuiteWarning } from '@refbench/instances';

/** A state with a smaller share of the other state's tests has lost tests or did not reach them. */
const FEW = 0.5;
const FEWER = 0.8;
/** Share of the time limit above which a slower host may time out. */
const SLOW = 0.5;

/** Commands that stop at the first failure, so that later tests do not run. */
const STOPPING: readonly {
  readonly stops: RegExp;
  /** An option with which the command continues after a failure. */
  readonly unless?: RegExp;
  readonly hint: string;
}[] = [
  { stops: /--bail\b(?!=0)/, hint: 'remove --bail' },
  { stops: /\bpytest\b.*\s(?:-x|--exitfirst|--maxfail[= ]1\b)/, hint: 'remove the option' },
  { stops: /(?<!no-)--fail-?fast\b|\s-failfast\b/, hint: 'remove the option' },
  {
    stops: /\bcargo test\b/,
    unless: /--no-fail-fast\b/,
    hint: 'add --no-fail-fast: cargo skips the test binaries after a failing one',
  },
  {
    stops: /\bmvnw?\b.*\s(?:test|verify)\b/,
    unless: /\b(?:test\.failure\.ignore|fail-at-end|fae)\b/,
    hint: 'add -Dmaven.test.failure.ignore: Maven skips the modules after a failing one',
  },
  { stops: /\bgradlew?\b.*\stest\b/, unless: /--continue\b/, hint: 'add --continue' },
  { stops: /--stop-on-failure\b/, hint: 'remove the option' },
];

export interface SuiteFacts {
  readonly runs: Readonly<Record<SuiteState, readonly TestRun[]>>;
  readonly details: Readonly<Record<SuiteState, SuiteRuns>>;
  /** Text of the script that runs the suite. */
  readonly recipe: string;
  readonly timeLimitMs: number;
}

/** Returns reasons to doubt the runs of a suite, each with a hint for the author of the recipe. */
export function suiteWarnings(facts: SuiteFacts): readonly SuiteWarning[] {
  return [
    ...(['base', 'golden'] as const).flatMap((state) => [
      ...noVerdicts(state, facts.runs[state]),
      ...differences(state, countsOf(facts.runs[state])),
      ...sums(state, facts),
      ...slowness(state, facts),
    ]),
    ...early(facts),
    ...losses(countsOf(facts.runs.base), countsOf(facts.runs.golden)),
  ];
}

function countsOf(runs: readonly TestRun[]): readonly TestCounts[] {
  return runs.flatMap((run) => (run.kind === 'counted' ? [run.counts] : []));
}

function noVerdicts(state: SuiteState, runs: readonly TestRun[]): readonly SuiteWarning[] {
  const reasons = runs.flatMap((run) => (run.kind === 'no-verdict' ? [run.reason] : []));
  const [first] = reasons;
  if (first === undefined) return [];
  const addsUp = !first.includes('must equal total');
  return [
    {
      kind: addsUp ? 'no-verdict' : 'does-not-add-up',
      state,
      reason: `${reasons.length} of ${runs.length} runs have no verdict; first: ${first}`,
      hint: addsUp
        ? 'make run_tests exit with 0 and print exactly one line of counts, even if tests fail'
        : 'count each test once, as passed, failed or skipped',
    },
  ];
}

function differences(state: SuiteState, counts: readonly TestCounts[]): readonly SuiteWarning[] {
  const totals = counts.map(({ total }) => total);
  const [fewest, most] = [Math.min(...totals), Math.max(...totals)];
  if (counts.length < 2) return [];
  if (fewest < most) {
    const short = counts.filter(({ total }) => total < FEWER * most);
    const stopped = short.length > 0 && short.every(({ failed }) => failed > 0);
    return [
      {
        kind: stopped ? 'stops-early' : 'loses-tests',
        state,
        reason: `between ${fewest} and ${most} tests in runs of the same tree`,
        hint: stopped
          ? 'runs with a failure have fewer tests: configure the runner to continue after a failure'
          : 'look for tests that depend on time, order or a shared port; run them sequentially',
      },
    ];
  }
  const distinct = new Set(counts.map((count) => JSON.stringify(count)));
  if (distinct.size === 1) return [];
  return [
    {
      kind: 'counts-differ',
      state,
      reason: `runs of the same tree end differently: ${passedRange(counts)}`,
      hint: 'p_min and f_max allow for a few flaky tests; exclude more of them from run_tests',
    },
  ];
}

function passedRange(counts: readonly TestCounts[]): string {
  const passed = counts.map((count) => count.passed);
  const failed = counts.map((count) => count.failed);
  return (
    `${Math.min(...passed)} to ${Math.max(...passed)} passed, ` +
    `${Math.min(...failed)} to ${Math.max(...failed)} failed`
  );
}

/** The names must agree with the counts. */
function sums(state: SuiteState, { runs, details }: SuiteFacts): readonly SuiteWarning[] {
  const off = runs[state].flatMap((run, index) => {
    const tests = details[state].tests[index];
    if (run.kind !== 'counted' || tests === undefined) return [];
    const passed = [...tests.values()].filter((outcome) => outcome === 'passed').length;
    if (tests.size === run.counts.total && passed === run.counts.passed) return [];
    return [
      `${run.counts.passed} of ${run.counts.total} by count, ${passed} of ${tests.size} by name`,
    ];
  });
  const [first] = off;
  if (first === undefined) return [];
  return [
    {
      kind: 'does-not-add-up',
      state,
      reason: `${off.length} runs report passed tests inconsistently; first: ${first}`,
      hint: 'write each counted test to $REFBENCH_TEST_IDS exactly once',
    },
  ];
}

function slowness(
  state: SuiteState,
  { details, timeLimitMs }: SuiteFacts,
): readonly SuiteWarning[] {
  const longest = Math.max(0, ...details[state].durationsMs);
  if (longest < SLOW * timeLimitMs) return [];
  return [
    {
      kind: 'slow',
      state,
      reason: `a run took ${Math.round(longest / 1000)} s of the ${timeLimitMs / 1000} s that are allowed`,
      hint: 'raise environment.test_timeout_seconds, or exclude the slowest tests',
    },
  ];
}

/**
 * Detects an early end by the recipe, or by a single failure with far fewer tests than the other
 * state.
 */
function early({ runs, recipe }: SuiteFacts): readonly SuiteWarning[] {
  const warnings: SuiteWarning[] = [];
  // Each line is a command. Comments may mention options.
  const commands = recipe.replace(/\\\n/g, ' ').split('\n');
  for (const command of commands.filter((line) => !/^\s*#/.test(line))) {
    for (const { stops, unless, hint } of STOPPING) {
      const match = stops.exec(command);
      if (match === null || unless?.test(command) === true) continue;
      const reason = `run_tests contains "${match[0].trim()}": tests after a failure do not run`;
      warnings.push({ kind: 'stops-early', state: 'both', reason, hint });
    }
  }
  const totals = { base: highest(countsOf(runs.base)), golden: highest(countsOf(runs.golden)) };
  for (const [state, other] of [
    ['base', 'golden'],
    ['golden', 'base'],
  ] as const) {
    const counts = countsOf(runs[state]);
    const oneFailure = counts.length > 0 && counts.every(({ failed }) => failed === 1);
    if (!oneFailure || totals[state] >= FEW * totals[other]) continue;
    warnings.push({
      kind: 'stops-early',
      state,
      reason: `one failed test in every run, and ${totals[state]} tests where ${other} has ${totals[other]}`,
      hint: 'configure the runner to continue after a failure',
    });
  }
  return warnings;
}

function losses(
  base: readonly TestCounts[],
  golden: readonly TestCounts[],
): readonly SuiteWarning[] {
  const totals = { base: highest(base), golden: highest(golden) };
  if (base.length === 0 || golden.length === 0 || totals.golden >= FEWER * totals.base) return [];
  return [
    {
      kind: 'loses-tests',
      state: 'golden',
      reason: `golden has ${totals.golden} tests where base has ${totals.base}`,
      hint: 'check whether golden removes or moves tests; if it moves them, make run_tests find both locations',
    },
  ];
}

function highest(counts: readonly TestCounts[]): number {
  return Math.max(0, ...counts.map(({ total }) => total));
}
