import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RECIPES_FOLDER } from '@refbench/docker';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const PROGRAM = join(RECIPES_FOLDER, '10/unittest-report.py');

const CASES = `
import os, unittest

class Cases(unittest.TestCase):
    def test_a(self):
        pass

    def test_b(self):
        self.fail("no")

    @unittest.skip("not here")
    def test_c(self):
        pass

    def test_d(self):
        for part in range(3):
            with self.subTest(part=part):
                if part == 1:
                    self.skipTest("part")
                self.assertLess(part, 2)

    def test_e(self):
        for part in range(2):
            with self.subTest(part=part):
                if part == 1:
                    self.skipTest("part")

    @unittest.expectedFailure
    def test_f(self):
        pass

    @unittest.expectedFailure
    def test_g(self):
        self.fail("expected")

    def test_h(self):
        # A child of a test has the report open, too.
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)

    def test_i(self):
        class Inner(unittest.TestCase):
            @classmethod
            def setUpClass(cls):
                raise RuntimeError("inner")

            def test_y(self):
                pass

        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(Inner).run(result)
        Inner("test_y").run(result)
        self.assertEqual(len(result.errors), 1)

class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("fixture")

    def test_z(self):
        pass
`;

const EXPECTED =
  'crashed, a passed, b failed, c skipped, d failed, e passed, f failed, g passed, h passed, i passed, end 9 false'.split(
    ', ',
  );

/** Runs the program in a folder with files, and returns its report, in short. */
async function reportOf(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'suite'));
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder.path, path), text);
  const report = join(folder.path, 'report.json');
  await run('python3', [PROGRAM, report, ...args], { cwd: folder.path }).catch(() => undefined);
  const text = await readFile(report, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ name, outcome, end }) =>
      outcome !== undefined
        ? `${name.replace(/^.*test_/, '')} ${outcome}`
        : end === undefined
          ? 'crashed'
          : `end ${end.total} ${end.success}`,
    );
}

test('reports the outcomes of unittest, of a module and of a script with a runner of its own', async () => {
  const cases = { 'suite/__init__.py': '', 'suite/test_cases.py': CASES };
  expect(await reportOf(cases, '-m', 'unittest', 'discover')).toEqual(EXPECTED);
  const main = 'import unittest\nfrom suite.test_cases import *\nunittest.main()\n';
  expect(await reportOf({ ...cases, 'suite/__main__.py': main }, '-m', 'suite')).toEqual(EXPECTED);
  const own = `
import os, sys, unittest
sys.path.insert(0, os.getcwd())

class Quiet(unittest.TestResult):
    def addFailure(self, test, err):
        self.failures.append((test, "kept without telling"))

suite = unittest.defaultTestLoader.loadTestsFromName("suite.test_cases")
result = Quiet()
suite.run(result)
os._exit(0 if result.wasSuccessful() else 3)
`;
  expect(await reportOf({ ...cases, 'suite/run.py': own }, 'suite/run.py')).toEqual(EXPECTED);
});

test('an end is missing if a test ends the process', async () => {
  const text =
    'import os, unittest\nclass T(unittest.TestCase):\n def test_a(self): pass\n def test_b(self): os._exit(0)\n';
  expect(await reportOf({ 'test_x.py': text }, '-m', 'unittest', 'discover')).toEqual(['a passed']);
});

test('a program without tests has not succeeded', async () => {
  expect(await reportOf({ 'x.py': 'import missing_module' }, 'x.py')).toEqual(['end 0 false']);
});
