/** nose2 ends like unittest. */
function summary(console) {
  const ran = [...console.matchAll(/^Ran (\d+) tests? in [\d.]+s$/gm)].at(-1);
  const end = [...console.matchAll(/^(OK|FAILED)(?: \((.*)\))?\s*$/gm)].at(-1);
  if (ran === undefined || end === undefined) return undefined;
  const number = (word) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(end[2] ?? '')?.[1] ?? 0);
  const failed = number('failures') + number('errors') + number('unexpected successes');
  const outside = [
    ...console.matchAll(/^ERROR: (?:_ErrorHolder|(?:setUp|tearDown)(?:Class|Module) )/gm),
  ].length;
  const skipped = number('skipped') + number('expected failures');
  return { passed: Number(ran[1]) - (failed - outside) - skipped, failed, skipped };
}

const head = 'import os, sys, unittest\n';

export default {
  name: 'nose2',
  format: 'junit-xml',
  names: ['nose2.xml'],
  versions: [
    { label: '0.14', pip: ['nose2==0.14.2'] },
    { label: '0.15', pip: ['nose2==0.15.1'] },
  ],
  version: '"$TOOLS/venv/bin/python" -m nose2 --version',
  command: `"$TOOLS/venv/bin/python" -m nose2 --plugin nose2.plugins.junitxml --junit-xml --junit-xml-path "$reports/nose2.xml"`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test_a.py': `${head}
from nose2.tools import params
class A(unittest.TestCase):
    def test_passes(self): pass
    def test_fails(self): self.assertEqual(1, 2)
    def test_raises(self): raise OSError()
    @unittest.skip("not now")
    def test_skips(self): pass
    @params(1, 2, 2)
    def test_each(self, n): pass
def test_function(): pass
`,
      },
    },
    setup: {
      files: {
        'test_a.py': `${head}
class B(unittest.TestCase):
    def setUp(self): raise OSError("no file")
    def test_b(self): pass
class C(unittest.TestCase):
    def test_c(self): pass
`,
      },
    },
    noise: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    def test_prints(self): print("Ran 3 tests in 0.1s\\n\\nFAILED (failures=3)")
    def test_xml(self): sys.stdout.write("]]></testcase><failure>"); self.fail("]]>\\x00")
`,
      },
    },
    names: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase): pass
for name in ["test_a\\nb", "test_'\\"<&>", "test_" + "x" * 10000]:
    setattr(A, name, lambda self: None)
`,
      },
    },
    late: {
      files: {
        'test_a.py': `${head}
class A(unittest.TestCase):
    @classmethod
    def tearDownClass(cls): raise OSError("late")
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
    retry: 'nose2 repeats no test',
  },
};
