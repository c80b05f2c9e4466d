import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectCiSuite } from './ci-suite.ts';

test('the commands of continuous integration are the suite', async () => {
  const files = {
    '.travis.yml': `language: c
install: sudo apt-get install libfoo-dev
script:
  - cd tests && sudo make
  - ./run-tests 'a b'
after_script: bash <(curl -s https://example.org/report)
`,
  };
  const recipe = await draft(detectCiSuite, files, { on: '2022-01-01' });
  expect(reasons(recipe)).toEqual([
    'gcc-12: the commit is from 2022-01-01',
    'the commands of the job "travis": .travis.yml runs tests',
  ]);
  expect(recipe.text('test_command')).toMatch(/bash -e -c 'cd tests && make\n\s*\.\/run-tests/);
  expect(recipe.text('test_command')).not.toMatch(/apt-get|curl/);
});

test('steps of a workflow run in shells of their own, and other jobs are left out', async () => {
  const step = (run: string): string => `      - run: ${run}\n`;
  const job = (name: string, steps: string): string =>
    `  ${name}:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
  const workflow = `on: push
jobs:
${job('sanitizers', step('make asan-test'))}${job('linux', step('make CC=${{ matrix.cc }}') + step('make lib') + step('sh tests/all.sh'))}`;
  const files = { '.github/workflows/ci.yml': workflow };
  const recipe = await draft(detectCiSuite, files, { on: '2022-01-01' });
  const command = recipe.text('test_command');
  expect(command).toMatch(
    /\(\n\s*cd \S*\.\S*\n\s*make lib\n\s*\)\n\s*\(\n\s*cd \S*\.\S*\n\s*sh tests\/all\.sh/,
  );
  expect(command).not.toMatch(/asan|matrix/);
});

test('continuous integration without tests', async () => {
  expect(await detect(detectCiSuite, { '.travis.yml': 'script: make\n' })).toBeUndefined();
  expect(await detect(detectCiSuite, { 'a.c': '' })).toBeUndefined();
});
