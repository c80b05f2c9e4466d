/** unittest's last lines: `Ran 5 tests in 0.1s`, then `OK (skipped=1)` or `FAILED (failures=1)`. */
function summary(console, reports) {
  const ran = [...console.matchAll(/^Ran (\d+) tests? in [\d.]+s$/gm)].at(-1);
  const end = [...console.matchAll(/^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?\s*$/gm)].at(-1);
  if (ran === undefined || end === undefined || !reports['unittest.json']?.includes('"end"')) {
    return undefined;
  }
  const number = (word) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(end[2] ?? '')?.[1] ?? 0);
  // unittest counts each failing subtest and each failing fixture, which the projects have once.
  const failed = number('failures') + number('errors') + number('unexpected successes');
  const fixtures = [...console.matchAll(/^ERROR: (?:setUp|tearDown)(?:Class|Module) /gm)].length;
  const skipped = number('(?<!expected )skipped');
  return { passed: Number(ran[1]) - (failed - fixtures) - skipped, failed, skipped };
}

const head = 'import os, sys, unittest\n';

export default {
  name: 'unittest',
  format: 'json-lines',
  names: ['unittest.json'],
  versions: [
    { label: '3.8', python: '3.8', pip: ['pip'] },
    { label: '3.11', python: '3.11', pip: ['pip'] },
    { label: '3.13', python: '3.13', pip: ['pip'] },
  ],
  version: '"$TOOLS/venv/bin/python" --version',
  command: `"$TOOLS/venv/bin/python" "$RECIPES/10/unittest-report.py" "$reports/unittest.json" -m unittest discover --verbose`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    def test_passes(self): pass
    def test_fails(self): self.assertEqual(1, 2)
    def test_raises(self): raise OSError()
    @unittest.skip("not now")
    def test_skips(self): pass
    @unittest.expectedFailure
    def test_expected(self): self.fail()
    @unittest.expectedFailure
    def test_unexpected(self): pass
    def test_each(self):
        """Says what it does
        in two lines."""
        for n in (1, 2, 3):
            with self.subTest(n=n): self.assertNotEqual(n, 2)
class B(A):
    pass
def load_tests(loader, tests, pattern):
    tests.addTests(loader.loadTestsFromName("test_a.A.test_passes"))
    return tests
`,
      },
    },
    setup: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError("no database")
    def test_a(self): pass
class B(unittest.TestCase):
    def setUp(self): raise OSError("no file")
    def test_b(self): pass
class C(unittest.TestCase):
    def tearDown(self): raise OSError("still open")
    def test_c(self): pass
`,
      },
    },
    noise: {
      files: {
        'test_a.py': `${head}
import logging
class A(unittest.TestCase):
    def test_logs(self): logging.getLogger("a").warning("low")
    def test_prints(self): print("test_x (test_a.A.test_x) ... FAIL\\nRan 3 tests in 0.1s\\n\\nFAILED (failures=3)", file=sys.stderr)
    def test_writes(self): sys.stderr.write("50% "); sys.stdout.write("ok")
    def test_nested(self):
        class Inner(unittest.TestCase):
            def test_inner(self): self.fail()
        unittest.TextTestRunner(verbosity=2).run(Inner("test_inner"))
`,
      },
    },
    names: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase): pass
for number, name in enumerate(["test_a\\nb", "test_\\x1b[31m", "test_ok ... ok", "test_" + "x" * 10000, "test_\\ud83d"]):
    setattr(A, name, lambda self: None)
`,
      },
    },
    late: {
      files: {
        'test_a.py': `${head}
def tearDownModule(): raise OSError("late")
class A(unittest.TestCase):
    def test_fine(self): pass
`,
      },
    },
    exit: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): os._exit(0)
`,
      },
    },
    signal: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): os.kill(os.getpid(), 9)
`,
      },
    },
    broken: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    def test_a(self): pass
`,
        'test_b.py': 'import nothing_like_this\n',
      },
    },
    none: { files: { 'a.py': '' } },
    retry: 'unittest repeats no test',
  },
};
