/** Meson's last lines: `Ok: 3`, `Expected Fail: 1`, `Fail: 1`, `Skipped: 1`. */
function summary(console) {
  const number = (word) => Number(new RegExp(`^${word}: +(\\d+)`, 'm').exec(console)?.[1] ?? 0);
  if (!/^Ok: +\d+/m.test(console)) {
    return /No tests defined/.test(console) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  }
  return {
    passed: number('Ok') + number('Expected Fail'),
    failed: number('Fail') + number('Unexpected Pass') + number('Timeout'),
    skipped: number('Skipped'),
  };
}

const project = (tests) => `project('shop', 'c')\nsh = find_program('sh')\n${tests}`;
const sh = (name, script, more = '') => `test('${name}', sh, args: ['-c', '${script}']${more})\n`;

export default {
  name: 'meson',
  format: 'junit-xml',
  names: ['meson.xml'],
  versions: [
    { label: '1.0', pip: ['meson==1.0.1'], needs: ['ninja'] },
    { label: '1.9', pip: ['meson==1.9.1'], needs: ['ninja'] },
  ],
  version: '"$TOOLS/venv/bin/meson" --version',
  command: `B=$PWD/../build; rm -rf "$B"; "$TOOLS/venv/bin/meson" setup "$B" >/dev/null; ninja -C "$B" -k 0 >/dev/null
"$TOOLS/venv/bin/meson" test -C "$B" --no-rebuild --print-errorlogs
local status=$?
python3 "$RECIPES/2/meson-report.py" "$B/meson-logs/testlog.json" "$B/meson-logs/testlog.junit.xml" >"$reports/meson.xml"
return "$status"`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'meson.build': project(
          `${sh('passes', 'exit 0')}${sh('fails', 'exit 1')}${sh('skips', 'exit 77')}${sh('expected', 'exit 1', ', should_fail: true')}${sh('unexpected', 'exit 0', ', should_fail: true')}foreach n : ['1', '2', '3']\n  test('each ' + n, sh, args: ['-c', 'exit 0'])\nendforeach\n${sh('broken', 'exit 99')}`,
        ),
      },
    },
    setup: 'tests of Meson have no fixtures',
    noise: {
      files: {
        'meson.build': project(
          sh('prints', 'printf "1/1 fake FAIL\\\\nFail: 9\\\\n</testcase>]]>\\\\001"') +
            sh('fails', 'printf "Ok: 3"; exit 1'),
        )
          .replaceAll('Fail: 9', 'Fail 9')
          .replaceAll('Ok: 3', 'Ok 3'),
      },
    },
    names: {
      files: {
        'meson.build': project(
          sh('a <&> "b"', 'exit 0') +
            `test('x' + '${'y'.repeat(10000)}', sh, args: ['-c', 'exit 0'])\n`,
        ),
      },
    },
    late: 'each test is a process of its own',
    exit: 'each test is a process of its own',
    signal: { files: { 'meson.build': project(sh('dies', 'kill -9 $PPID')) } },
    broken:
      'Meson runs no test of a program that is not built; the recipe puts a failing program there',
    none: { files: { 'meson.build': project('') } },
    retry: 'Meson repeats no test',
  },
};
