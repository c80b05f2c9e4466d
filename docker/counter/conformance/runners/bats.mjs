/** The same run again, with the formatter for people: `5 tests, 1 failure, 1 skipped`. */
function summary(console, reports) {
  const shown = console.split('=== for people ===')[1] ?? '';
  // In TAP, a failure of a fixture of the file is a line of its own.
  const outside = reports['0.report']?.startsWith('<')
    ? 0
    : [...shown.matchAll(/✗ teardown_file failed/g)].length;
  const end = [...shown.matchAll(/^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?/gm)].at(-1);
  if (end === undefined) return undefined;
  const [total, failed, skipped] = end.slice(1).map((text) => Number(text ?? 0));
  return { passed: total - (failed - outside) - skipped, failed, skipped };
}

const run = (options) => `bats ${options} test >"$reports/0.report"
local status=$?
echo "=== for people ==="
bats --formatter pretty test
return "$status"`;

export default {
  name: 'bats',
  names: ['0.report'],
  versions: [
    { label: 'tap', needs: ['bats'], format: 'tap', command: run('--formatter tap') },
    { label: 'junit', needs: ['bats'], format: 'junit-xml', command: run('--formatter junit') },
  ],
  version: 'bats --version',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.bats': `@test "passes" { true; }
@test "fails" { false; }
@test "skips" { skip "not now"; }
`,
        'test/b.bats': '@test "passes" { true; }\n',
      },
    },
    setup: {
      files: { 'test/a.bats': 'setup() { false; }\n@test "a" { true; }\n@test "b" { true; }\n' },
    },
    noise: {
      files: {
        'test/a.bats':
          '@test "a" { echo "not ok 1 fake"; printf "50%% "; }\n@test "b" { echo "ok 9"; }\n',
      },
    },
    names: {
      files: { 'test/a.bats': `@test "'<&>" { true; }\n@test "${'x'.repeat(200)}" { true; }\n` },
    },
    late: { files: { 'test/a.bats': '@test "fine" { true; }\nteardown_file() { false; }\n' } },
    exit: { files: { 'test/a.bats': '@test "fine" { true; }\n@test "ends" { exit 0; }\n' } },
    signal: {
      files: { 'test/a.bats': '@test "dies" { true; }\n' },
      command: 'echo "1..1" >"$reports/0.report"; bash -c \'kill -9 $$\'',
    },
    broken: {
      files: { 'test/a.bats': '@test "fine" { true; }\n', 'test/b.bats': '@test "b" { if; }\n' },
    },
    none: { files: { 'test/a.bats': '' } },
    retry: {
      files: {
        'test/a.bats':
          'BATS_TEST_RETRIES=2\n@test "flaky" { [ "$BATS_TEST_TRY_NUMBER" -eq 2 ]; }\n@test "fine" { true; }\n',
      },
    },
  },
};
