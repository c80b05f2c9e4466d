import { expect, test } from 'vitest';
import { viewOf, type Files } from '../autodetect.testkit.ts';
import { unittestSuite } from './unittest-suite.ts';

/** The arguments of the report's program for a project with these files and commands. */
async function callOf(files: Files, commands: readonly string[] = []): Promise<string> {
  const suite = await unittestSuite(viewOf(files), viewOf(files), commands);
  if ('kind' in suite) return suite.reason;
  return suite.suite.run.replace(/python "\$\(dirname.*\/unittest\.json" /, '');
}

const runner = { 'app/test/runtests.py': 'import unittest', 'tests/test_a.py': '' };

test.each<readonly [Files, readonly string[], string]>([
  [
    runner,
    ['unset EXTENSION && python -bb -m app.test.runtests --all {posargs:}'],
    '-m app.test.runtests --all',
  ],
  [
    { 'app/test/__main__.py': 'from .runtests import main', ...runner },
    ['python -m app.test'],
    '-m app.test',
  ],
  [
    { 'tests/run.py': 'import unittest' },
    ['LANG=C coverage run --source app tests/run.py -v'],
    "LANG='C' tests/run.py -v",
  ],
  [{ 'runtests.py': 'import unittest' }, ['{envpython} {toxinidir}/runtests.py'], 'runtests.py'],
  [
    { 'src/a_test.py': '' },
    ["python3 -m coverage run -m unittest discover -s src -p '*_test.py'"],
    "-m unittest discover -s src -p '*_test.py'",
  ],
  [{ 'tests/__init__.py': '' }, ['python -m unittest -v tests'], '-m unittest -v tests'],
])('runs what the project runs: %j', async (files, commands, expected) => {
  expect(await callOf(files, commands)).toBe(expected);
});

test.each<readonly [Files, readonly string[]]>([
  [runner, ['python $TARGET', 'python -m app.test.other', 'python -m app.test.runtests $MORE']],
  [{ 'tests/test_a.py': '', 'setup.py': 'import unittest' }, ['python setup.py test']],
  [{ 'tests/test_a.py': '', 'app/run.py': 'import unittest' }, ['python app/run.py']],
  [{ 'tests/test_a.py': '' }, ['python -m unittest -v tests.test_a']],
  [{ 'tests/test_a.py': 'import unittest', 'tests/speed.py': '' }, ['python tests/speed.py']],
  [{ 'tests/test_a.py': '', 'runtests.py': 'import nose' }, ['python runtests.py', 'pip test']],
])('searches itself where the command is unknown or no runner: %j', async (files, commands) => {
  expect(await callOf(files, commands)).toBe(
    '-m unittest discover --verbose --start-directory tests --top-level-directory .',
  );
});

test('searches for the names that modules have', async () => {
  expect(
    await callOf({ 'app/test/a_test.py': '', 'app/test/b_test.py': '', 'x/testing.py': '' }),
  ).toBe("-m unittest discover --verbose --pattern '*_test*.py'");
  expect(await callOf({ 'app/test_a.py': '', 'app/b_test.py': '' })).toBe(
    '-m unittest discover --verbose',
  );
  expect(await callOf({ 'app.py': '' })).toBe('no test modules exist');
});

test('only takes a runner that golden has, too', async () => {
  const golden = { 'tests/test_a.py': '' };
  const suite = await unittestSuite(viewOf(runner), viewOf(golden), [
    'python -m app.test.runtests',
  ]);
  expect(suite).toMatchObject({ because: 'pytest is not mentioned, and test modules exist' });
});
