import { expect, test } from 'vitest';
import { ciRequirements } from './ci-requirements.ts';
import { noxCommands } from './nox-commands.ts';

const NOTHING = { requirements: [], files: [], extras: [], groups: [] };

test.each([
  ['python -m pip install -U pip "pytest>=7" tox', { requirements: ['pytest>=7'] }],
  ['pip install -r ./ci/req.txt --requirement=more.txt', { files: ['ci/req.txt', 'more.txt'] }],
  ['pip install -e ".[test, docs]"', { extras: ['test', 'docs'] }],
  ['pip install "dist/x-1.0.whl[cli]" --group dev', { extras: ['cli'], groups: ['dev'] }],
  ['uv sync --extra a --extra=b --all-groups --python 3.12', { extras: ['a', 'b'], groups: ['*'] }],
  ['uv sync --all-extras', { extras: ['*'] }],
  ['poetry install --with dev,test -E "x y"', { groups: ['dev', 'test'], extras: ['x', 'y'] }],
  ['pdm install -G:all -G test', { groups: ['*', 'test'] }],
  ['uv run --group test pytest', { groups: ['test'] }],
  ['npm install x', {}],
  ['pip install arrow # for the example', { requirements: ['arrow'] }],
  ['pip install -U arrow', { requirements: ['arrow'] }],
  [
    'pip install x[y]@git+https://example.org/x@${{ github.ref_name }} arrow',
    { requirements: ['arrow'] },
  ],
  [
    'uv pip install --system --resolution lowest-direct -e .${{ matrix.extras }} six',
    { requirements: ['six'] },
  ],
  ['pip install --target out -c limits.txt six', { requirements: ['six'] }],
])('%s', (command, expected) => {
  expect(ciRequirements([command])).toEqual({ ...NOTHING, ...expected });
});

test('sessions of nox become commands', () => {
  const noxfile = `
@nox.session
def lint(session):
    session.install("ruff")

@nox.session(python=["3.9"])
def tests(session):
    session.install("-e", ".[socks]", "-r", "dev.txt", f"django=={version}")
    session.install(*nox.project.dependency_groups(PYPROJECT, "test"))
    session.run_install("uv", "sync", "--group=more", external=True)
`;
  expect(ciRequirements(noxCommands(noxfile))).toEqual({
    requirements: [],
    files: ['dev.txt'],
    extras: ['socks'],
    groups: ['more', 'test'],
  });
});
