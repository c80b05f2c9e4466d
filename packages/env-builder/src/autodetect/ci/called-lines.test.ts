import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { viewBelow } from '../draft/tree-view.ts';
import { calledLines } from './called-lines.ts';
import { commandsOf, readCiFacts } from './ci-files.ts';

const INSTALL = `#!/bin/sh -e
# Installs everything.
REQUIREMENTS="dev.txt"
if [ -z "$CI" ]; then
    PIP="venv/bin/pip"
else
    PIP="pip"
fi
"$PIP" install -r "$REQUIREMENTS" \\
    more
. ci/apt.sh
`;

const view = viewOf({
  'scripts/install': INSTALL,
  'ci/apt.sh': 'sudo apt-get install -y libpq-dev\n./scripts/install\n',
  'scripts/tool': '#!/usr/bin/env python3\nprint()\n',
  Makefile: 'PIP = pip\ntest: deps\n\tpytest\ndeps:\n\t$(PIP) install -e .[test]\n',
  'app/run.sh': 'echo app\n',
});

test('scripts of the tree are followed, with their variables, also in each other', async () => {
  const lines = await calledLines(view, ['A=b scripts/install']);
  expect(lines).toContain('"pip" install -r "dev.txt" more');
  expect(lines).toContain('sudo apt-get install -y libpq-dev');
});

test.each([
  ['make test', ['make deps', 'pytest', 'pip install -e .[test]']],
  ['scripts/tool', []],
  ['bash -e ./missing.sh', []],
  ['install', []],
])('%s', async (line, expected) => {
  expect(await calledLines(view, [line])).toEqual(expected);
});

test('a script is looked for in the folder of the step', async () => {
  expect(await calledLines(viewBelow(view, 'app'), ['bash ./run.sh'])).toEqual(['echo app']);
});

test('what continuous integration says includes what its scripts install', async () => {
  const workflow =
    'jobs: { test: { runs-on: ubuntu-latest, steps: [ { run: scripts/install } ] } }\n';
  const whole = viewOf({
    '.github/workflows/test.yml': workflow,
    'scripts/install': '#!/bin/sh\napt-get install -y libpq-dev\npip install -r dev.txt\n',
  });
  const facts = await readCiFacts(whole);
  expect(facts.packages.map(({ name }) => name)).toEqual(['libpq-dev']);
  expect(commandsOf(facts)).toContain('pip install -r dev.txt');
});
