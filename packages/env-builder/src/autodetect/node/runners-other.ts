import { common, keeping, launched, more, type Runner } from './runner.ts';

/** The test script itself, whose runner is not known. */
export const PRINTED_BY_SCRIPT = 'npm test';

/** Runners with a JUnit report, a reporter of ours, or none at all. */
export const OTHER_RUNNERS: readonly Runner[] = [
  {
    name: 'lab',
    programs: ['lab'],
    dependencies: ['@hapi/lab', 'lab'],
    format: 'junit-xml',
    keep: keeping({
      alone: new RegExp(
        `^(-[vcCLY]+|--lint|--coverage|--coverage-all|--types|--bail|-D|--disable-leaks|${common})$`,
      ),
      withValue:
        /^(-r|--reporter|-o|--output|-t|--threshold|--coverage-[a-z-]+|--lint-[a-z-]+|--types-[a-z-]+)(=|$)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'lab')} --reporter junit --output "$report"${more(invocation.words)}`,
  },
  {
    name: 'jasmine',
    programs: ['jasmine', 'jasmine-node-cli', 'jasmine-ts'],
    dependencies: ['jasmine', 'jasmine-ts'],
    format: 'json-lines',
    keep: keeping({
      alone: new RegExp(`^(--fail-fast|--stop-on-failure=.*|--random=.*|--parallel=.*|${common})$`),
      withValue: /^(--reporter|--seed)(=|$)/,
    }),
    // No version has a report for programs, but all load helpers. The order is that of the files, so
    // that two runs give the same.
    command: (invocation, context) =>
      `JASMINE_REPORT="$report" ${launched(invocation, context, invocation.program)} --random=false --helper="$scripts/jasmine-report.cjs"${more(invocation.words)}`,
    recipePrograms: ['jasmine-report.cjs'],
  },
  {
    name: 'uvu',
    programs: ['uvu'],
    dependencies: ['uvu'],
    format: 'uvu',
    keep: keeping({
      alone: new RegExp(`^(--bail|-b|--color|-q|${common})$`),
      withValue: /(?!)/,
    }),
    // uvu has only its text for a console.
    command: (invocation, context) =>
      `${launched(invocation, context, 'uvu')}${more(invocation.words)} >"$report"`,
  },
  {
    name: 'vows',
    programs: ['vows'],
    dependencies: ['vows'],
    format: 'junit-xml',
    keep: keeping({
      alone: new RegExp(
        `^(--spec|--dot-matrix|--dot|--xunit|--json|--tap|--cover-.*|-v|-s|${common})$`,
      ),
      withValue: /(?!)/,
    }),
    command: (invocation, context) =>
      `${launched(invocation, context, 'vows')} --xunit${more(invocation.words)} >"$report"`,
  },
  {
    name: 'bun',
    programs: [],
    dependencies: [],
    format: 'junit-xml',
    keep: keeping({
      alone: new RegExp(`^(--watch|--coverage|--bail|--bail=.*|--update-snapshots|-u|${common})$`),
      withValue: /^(--reporter|--reporter-outfile|--coverage-reporter|--coverage-dir)(=|$)/,
    }),
    command: ({ words }) => `bun test --reporter=junit --reporter-outfile="$report"${more(words)}`,
  },
  {
    name: 'scripts',
    programs: [],
    dependencies: [],
    format: 'tap',
    keep: (words) => words,
    command: ({ words }) => `run_scripts${more(words)} >"$report"`,
    functions: `# Runs each file and reports its exit status, as nothing else tells whether its tests passed.
run_scripts() {
  local file count=0 failed=0
  for file in "$@"; do
    count=$((count + 1))
    if node "$file" >&2; then
      echo "ok $count - $file"
    else
      echo "not ok $count - $file"
      failed=1
    fi
  done
  echo "1..$count"
  return "$failed"
}`,
  },
  {
    name: PRINTED_BY_SCRIPT,
    programs: [],
    dependencies: [],
    format: 'test-lines',
    keep: (words) => words,
    command: () => 'print_tests',
    functions: `# No runner is known, so the lines count that the script prints about tests.
print_tests() {
  npm test 2>&1 | tee "$report" >&2
  local code=\${PIPESTATUS[0]}
  printf '\\n# status %s\\n' "$code" >>"$report"
  return "$code"
}`,
  },
];
