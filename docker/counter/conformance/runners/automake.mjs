/** The driver's summary: `# PASS: 3`, `# FAIL: 1`. */
function summary(console) {
  if (!/^# TOTAL: +\d+$/m.test(console)) return undefined;
  const number = (word) => Number(new RegExp(`^# ${word}: +(\\d+)$`, 'm').exec(console)?.[1] ?? 0);
  return {
    passed: number('PASS') + number('XFAIL'),
    failed: number('FAIL') + number('XPASS') + number('ERROR'),
    skipped: number('SKIP'),
  };
}

const configure = `AC_INIT([shop], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
`;
const script = (text) => `#!/bin/sh\n${text}\n`;

export default {
  name: 'automake',
  format: 'automake',
  names: ['check.txt'],
  versions: [{ label: 'host', needs: ['automake', 'autoconf', 'make'] }],
  version: 'automake --version',
  command: `find . -name '*.sh' -exec chmod +x {} +
autoreconf --install --force >/dev/null 2>&1 && ./configure >/dev/null && make --keep-going >/dev/null 2>&1
make --keep-going check 2>&1 | tee "$reports/check.txt"
return "\${PIPESTATUS[0]}"`,
  summary,
  files: { 'configure.ac': configure },
  scenarios: {
    outcomes: {
      files: {
        'Makefile.am':
          'TESTS = passes.sh fails.sh skips.sh known.sh unknown.sh broken.sh\nXFAIL_TESTS = known.sh unknown.sh\n',
        'passes.sh': script('exit 0'),
        'fails.sh': script('exit 1'),
        'skips.sh': script('exit 77'),
        'known.sh': script('exit 1'),
        'unknown.sh': script('exit 0'),
        'broken.sh': script('exit 99'),
      },
    },
    setup: 'tests of Automake have no fixtures',
    noise: {
      files: {
        'Makefile.am': 'TESTS = prints.sh fine.sh\n',
        'prints.sh': script('echo "FAIL: fake"; echo "# TOTAL: 9"; printf "50% "'),
        'fine.sh': script('exit 0'),
      },
    },
    names: 'a name is that of a file in a Makefile',
    late: {
      files: {
        'Makefile.am': 'TESTS = fine.sh\ncheck-local:\n\tfalse\n',
        'fine.sh': script('exit 0'),
      },
    },
    exit: 'each test is a process of its own',
    signal: {
      files: { 'Makefile.am': 'TESTS = dies.sh\n', 'dies.sh': script('exit 0') },
      command: 'echo "PASS: a" >"$reports/check.txt"; bash -c \'kill -9 $$\'',
    },
    broken: {
      files: {
        'Makefile.am': 'check_PROGRAMS = b\nb_SOURCES = b.c\nTESTS = fine.sh b\n',
        'b.c': 'int main(void) { return nothing; }\n',
        'fine.sh': script('exit 0'),
      },
    },
    none: { files: { 'Makefile.am': 'EXTRA_DIST = configure.ac\n' } },
    retry: 'Automake repeats no test',
  },
};
