const PLUGIN = 'pytest-rerunfailures';

/** pytest's last line: `1 failed, 2 passed, 1 skipped, 1 error in 0.1s`. */
function summary(console) {
  const last = console
    .split('\n')
    .filter((line) =>
      /\b(passed|failed|skipped|error|errors|no tests ran|xfailed)\b.* in [\d.]+s/.test(line),
    )
    .at(-1);
  if (last === undefined) return undefined;
  const number = (word) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(last)?.[1] ?? 0);
  return {
    passed: number('passed') + number('xpassed'),
    failed: number('failed') + number('errors?'),
    skipped: number('skipped') + number('xfailed'),
  };
}

const CASES = `import pytest

def test_passes(): pass
def test_fails(): assert 1 == 2
@pytest.mark.skip(reason="not now")
def test_skips(): pass
@pytest.mark.xfail
def test_expected(): assert False
@pytest.mark.xfail
def test_unexpected(): pass
@pytest.mark.parametrize("n", [1, 2, 2, "a b"])
def test_each(n): assert n
`;

export default {
  name: 'pytest',
  format: 'junit-xml',
  names: ['pytest.xml'],
  versions: [
    { label: '7', pip: ['pytest==7.4.4', `${PLUGIN}==13.0`] },
    { label: '8', pip: ['pytest==8.4.2', `${PLUGIN}==15.1`] },
    { label: '9', pip: ['pytest==9.0.2', `${PLUGIN}==16.1`] },
  ],
  version: '"$TOOLS/venv/bin/python" -m pytest --version',
  environment: { PYTHONDONTWRITEBYTECODE: '1' },
  command: `"$TOOLS/venv/bin/python" -m pytest -p no:cacheprovider --continue-on-collection-errors --tb=short -q --junit-xml="$reports/pytest.xml"`,
  summary,
  scenarios: {
    outcomes: { files: { 'test_a.py': CASES, 'sub/test_b.py': 'def test_passes(): pass\n' } },
    setup: {
      files: {
        'test_a.py': `import pytest

@pytest.fixture
def broken(): raise RuntimeError("no database")
@pytest.fixture
def leaves():
    yield 1
    raise RuntimeError("cannot clean up")
def test_before(broken): pass
def test_fine(): pass
def test_twice(leaves): assert leaves == 2
`,
      },
    },
    noise: {
      files: {
        'test_a.py': `import sys, os
def test_prints():
    print("3 failed, 9 passed in 0.01s")
    print('<testcase name="x"><failure/></testcase>]]>')
    os.write(1, b"FAILED test_a.py::test_fake\\n1 failed in 0.1s\\x1b[31m\\xff")
def test_other(): sys.stderr.write("E   assert False")
def test_fails():
    print("]]> \\x00\\x1b <failure>")
    assert False
`,
      },
    },
    names: {
      files: {
        'test_a.py': `import pytest
@pytest.mark.parametrize("s", ["a\\nb", "\\x1b[31m", "'\\"<&>", "x" * 10000, "\\ud83d", b"\\xff\\xfe", ""])
def test_each(s): pass
`,
      },
    },
    late: {
      files: {
        'conftest.py': 'def pytest_sessionfinish(session): session.exitstatus = 1\n',
        'test_a.py': 'def test_fine(): pass\n',
      },
    },
    exit: {
      files: { 'test_a.py': 'import os\ndef test_fine(): pass\ndef test_ends(): os._exit(0)\n' },
    },
    signal: {
      files: {
        'test_a.py': 'import os\ndef test_fine(): pass\ndef test_dies(): os.kill(os.getpid(), 9)\n',
      },
    },
    broken: { files: { 'test_a.py': 'def test_fine(): pass\n', 'test_b.py': 'def test_b(:\n' } },
    none: { files: { 'a.py': '' } },
    retry: {
      files: {
        'test_a.py': `import pytest
tries = []
@pytest.mark.flaky(reruns=2)
def test_flaky():
    tries.append(1)
    assert len(tries) == 2
def test_fine(): pass
`,
      },
    },
  },
};
