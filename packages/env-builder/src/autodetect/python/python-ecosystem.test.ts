import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectPython } from './python-ecosystem.ts';

const pyproject = `
[build-system]
requires = ["flit_core"]
[project]
requires-python = ">=3.8"
[project.optional-dependencies]
test = ["pytest>=7"]
docs = ["sphinx"]
[tool.pytest.ini_options]
addopts = "--cov=x --cov-report term-missing -n 4 --import-mode=importlib"
`;

test('extras for tests, pytest without coverage and processes', async () => {
  const recipe = await draft(
    detectPython,
    { 'x.py': '', 'pyproject.toml': pyproject },
    { on: '2023-08-20' },
  );
  expect(reasons(recipe)).toEqual([
    'python-3.11: requires-python is >=3.8, and the commit is from 2023-08-20',
    'uv: pyproject.toml; for tests: extras test',
    'pytest: pyproject.toml mentions pytest',
  ]);
  expect(recipe.text('setup_shell.sh')).toContain("--editable '.[test]'");
  expect(recipe.text('setup_shell.sh')).toContain("refbench_days='2023-08-20T00:00:00Z never'");
  expect(recipe.text('test_command')).toContain("-o addopts='--import-mode=importlib'");
});

test("requirements of tests, tox.ini's and its own", async () => {
  const files = {
    'x.py': '',
    'setup.py': "setup(python_requires='>=3.6', extras_require={\n  'dev': ['x'],\n})",
    'requirements/tests.txt': 'pytest\n',
    'requirements/docs.txt': 'sphinx\n',
    'tox.ini':
      '[testenv]\ndeps =\n    -r requirements/more.txt\n    py37: freezegun>=1\ncommands = pytest\n',
    'requirements/more.txt': '',
  };
  const recipe = await draft(detectPython, files, { on: '2020-01-01' });
  const shell = recipe.text('setup_shell.sh');
  expect(shell).toContain("for name in 'requirements/more.txt' 'requirements/tests.txt'; do");
  expect(shell).toContain("'freezegun>=1'");
  expect(shell).toContain("'.[dev]'");
  expect(reasons(recipe)[0]).toMatch(/^python-3\.9: /);
  expect(shell).toContain("refbench_days='2020-01-01T00:00:00Z 2021-03-31'\nrefbench_pip");
  expect(shell).toContain('--exclude-newer-package setuptools=2022-12-31');
  expect(recipe.manifests).toContain('requirements/docs.txt');
});

test('groups, a pinned Python and poetry.lock', async () => {
  const files = {
    'x.py': '',
    '.python-version': '3.11.4\n',
    'pyproject.toml':
      '[dependency-groups]\ntests = ["pytest"]\n[tool.poetry.dependencies]\npython = "^3.10"\n',
    'poetry.lock': '',
    'tests/conftest.py': '',
  };
  const recipe = await draft(detectPython, files);
  expect(reasons(recipe)).toEqual([
    'python-3.11: .python-version says 3.11',
    'poetry.lock through uv: pyproject.toml; for tests: groups tests',
    'pytest: tests/conftest.py exists',
  ]);
  expect(recipe.text('setup_shell.sh')).toContain("for name in 'tests'; do grep -q");
  expect(recipe.programs).toEqual({ 'locked-requirements.py': 4 });
});

test('unittest if no file mentions pytest', async () => {
  const recipe = await draft(detectPython, { 'x.py': '', 'tests/test_x.py': '' });
  expect(recipe.text('test_command')).toContain(
    '/unittest-report.py" "$reports/unittest.json" -m unittest discover --verbose --start-directory tests',
  );
  expect(recipe.suite?.format).toBe('json-lines');
  expect(recipe.programs).toEqual({ 'locked-requirements.py': 4, 'unittest-report.py': 10 });
  expect(await detect(detectPython, { 'x.py': '' })).toMatchObject({
    reason: 'no test modules exist',
  });
});

test('pytest for tests that were written for nose', async () => {
  const files = {
    'x.py': '',
    'tests/testx.py': '',
    'setup.py': "setup(test_suite='nose.collector')",
  };
  const recipe = await draft(detectPython, files);
  expect(reasons(recipe)).toContain('pytest: setup.py mentions nose, whose tests pytest runs');
  expect(recipe.text('test_command')).toContain("-o python_files='test*.py *_test.py *_tests.py'");
});

test('packages that tests were seen to miss', async () => {
  const recipe = await draft(
    detectPython,
    { 'x.py': '', 'test_x.py': '', 'pytest.ini': '' },
    {
      adjustments: { testPackages: ['pyyaml'], systemPackages: ['git'], undated: true },
    },
  );
  expect(recipe.text('setup_shell.sh')).toContain("'pytest' 'pyyaml'");
  expect(recipe.text('setup_shell.sh')).toContain("refbench_days='never'");
  expect(recipe.text('install_system.sh')).toContain('--no-install-recommends git; then\n');
});

test('tests need what tox, nox, hatch, pdm and setup.py list, the newest of several alternatives', async () => {
  const files = {
    'x.py': '',
    'test_x.py': '',
    'y.pyx': '',
    'setup.py': "setup(tests_require=['nose>=1', 'mock'])",
    'tox.ini':
      '[testenv]\ndeps =\n  pytest28: pytest>=2.8,<2.9\n  pytest30: pytest>=3.0,<3.1\n  py27: futures\n',
    'noxfile.py':
      '@nox.session\ndef docs(session):\n    session.install("sphinx")\n@nox.session\ndef tests(session):\n    session.install("-e", ".", "pretend")\n',
    'pyproject.toml':
      '[tool.hatch.envs.test]\ndependencies = ["coverage[toml]"]\n[tool.pdm.dev-dependencies]\nx = ["trio"]\n',
  };
  const shell = (await draft(detectPython, files)).text('setup_shell.sh');
  expect(shell).toContain(
    "setuptools wheel 'pytest' 'cython' 'coverage[toml]' 'mock' 'nose>=1' 'pretend' 'pytest>=3.0,<3.1' 'trio'",
  );
  // Without a build system in pyproject.toml, a build uses what is installed.
  expect(shell).toMatch(
    /--no-build-isolation --editable '\.' \|\|\n +refbench_pip --editable '\.'/,
  );
});

test('the requirement file of a nox session for tests', async () => {
  const session = (name: string, install: string): string =>
    `@nox.session\ndef ${name}(session):\n    session.install(${install})\n`;
  const files = {
    'x.py': '',
    'tests/requirements.txt': 'pretend\n',
    'docs.txt': '',
    'more.txt': '',
    'noxfile.py': [
      session('tests', '"-r", "more.txt", "coverage"'),
      '    session.run("python", "-m", "pytest")\n',
      session('docs', '"-r", "docs.txt"'),
    ].join(''),
  };
  const recipe = await draft(detectPython, files);
  const shell = recipe.text('setup_shell.sh');
  expect(shell).toContain("for name in 'more.txt' 'tests/requirements.txt'; do");
  const packages = /setuptools wheel .*/.exec(shell)?.[0];
  expect(packages).toContain("'coverage'");
  expect(packages).not.toContain('.txt');
  expect(reasons(recipe)[2]).toBe('pytest: noxfile.py mentions pytest');
});

test('extras that setup.py keeps in a constant', async () => {
  const setup =
    'EXTRAS_REQUIRE = {\n    "tests": ["pytest", "pytz"],\n    "docs": ["sphinx"],\n}\nEXTRAS_REQUIRE["dev"] = EXTRAS_REQUIRE["tests"]\nsetup(extras_require=EXTRAS_REQUIRE)';
  const recipe = await draft(detectPython, { 'x.py': '', 'test_x.py': '', 'setup.py': setup });
  expect(reasons(recipe)[1]).toContain('extras tests');
});

test('pytest runs what tox and continuous integration run', async () => {
  const files = {
    'x.py': '',
    'tests/unit/test_x.py': '',
    'tests/slow/test_y.py': '',
    'setup.py': '',
    'tox.ini': '[testenv]\ncommands = pytest {posargs} {toxinidir}/tests/unit\n',
  };
  const run = (recipe: { text: (name: string) => string }): string => recipe.text('test_command');
  expect(run(await draft(detectPython, files))).toContain("$(ls -d 'tests/unit' 2>/dev/null)");
  const options = { ...files, 'pytest.ini': '[pytest]\naddopts = -n 4 --import-mode=importlib\n' };
  expect(run(await draft(detectPython, options))).toMatch(/2>\/dev\/null\) -o addopts=/);
  const all = { ...files, '.travis.yml': 'script: py.test --cov x\n' };
  expect(run(await draft(detectPython, all))).not.toContain('ls -d');
});

test('what continuous integration installs with pip is installed', async () => {
  const files = {
    'x.py': '',
    'test_x.py': '',
    'ci/needs.txt': '',
    'setup.py': "setup(extras_require={\n  'fast': ['x'],\n})",
    '.travis.yml':
      'install:\n  - pip install -U pip "cython<3" codecov\n  - python -m pip install -r ci/needs.txt\n  - pip install -e .[fast]\n',
  };
  const shell = (await draft(detectPython, files)).text('setup_shell.sh');
  expect(shell).toContain("arguments=(setuptools wheel 'pytest' 'cython<3')");
  expect(shell).toContain("for name in 'ci/needs.txt'; do");
  expect(shell).toContain("'.[fast]'");
});

test('the version that build tools read from git tags is taken from the changelog', async () => {
  const files = {
    'x.py': '',
    'pyproject.toml': '[build-system]\nrequires = ["hatch-vcs", "hatchling"]\n',
    'conftest.py': '',
    'docs/changes.md': '## 1.0.0\n',
    'CHANGELOG.md':
      '# Changelog\nNeeds Python 3.8 or later.\n<!-- 9.9 -->\n## [23.2.0](https://x.test/23.2.0) - 2023-12-31\n## 23.1.0\n',
  };
  const recipe = await draft(detectPython, files);
  const shell = recipe.text('setup_shell.sh');
  expect(shell).toContain("SETUPTOOLS_SCM_PRETEND_VERSION=23.2.0 refbench_pip --editable '.'");
  expect(shell).toContain(
    'SETUPTOOLS_SCM_PRETEND_VERSION=23.2.0 refbench_pip --editable ".[$extras]"',
  );
  const { 'CHANGELOG.md': _, 'docs/changes.md': __, ...without } = files;
  expect((await draft(detectPython, without)).text('setup_shell.sh')).not.toContain('PRETEND');
  const stated = { ...files, 'pyproject.toml': '[build-system]\nrequires = ["setuptools"]\n' };
  expect((await draft(detectPython, stated)).text('setup_shell.sh')).not.toContain('PRETEND');
});

test('a group whose package comes from a git host that does not answer is installed without it', async () => {
  const files = {
    'pyproject.toml':
      '[project]\nname = "x"\n[dependency-groups]\ndev = ["pytest", "server"]\n[tool.uv.sources]\nserver = { git = "https://git.test/server" }\n',
    'conftest.py': '',
  };
  const shell = (await draft(detectPython, files)).text('setup_shell.sh');
  expect(shell).toContain('refbench_pip --no-sources "${arguments[@]}" || refbench_pieces');
  expect(shell).toContain(
    `for item in 'dev'; do refbench_pip --no-sources --group "$item" || true; done`,
  );
});

test.each([
  ['Version 3.2.0\n-----', '3.2.0'],
  ['pluggy 1.0.0 (2021-08-25)', '1.0.0'],
  ['v2.0rc1', '2.0rc1'],
  ['`24.3.0`_', '24.3.0'],
])('%j is a heading with a version', async (text, version) => {
  const recipe = await draft(detectPython, {
    'x.py': '',
    'setup.py': 'setup(use_scm_version=True, setup_requires=["setuptools_scm"])',
    'conftest.py': '',
    'CHANGES.rst': `Changes\n=======\n\n- Python 3.8 is supported.\n\n${text}\n`,
  });
  expect(recipe.text('setup_shell.sh')).toContain(`PRETEND_VERSION=${version} refbench_pip`);
});

test('a package that tools of Python use gets an image without these tools', async () => {
  const files = {
    'x.py': '',
    'conftest.py': '',
    'pyproject.toml': '[project]\nname = "Click"\nrequires-python = ">=3.10"\n',
  };
  const recipe = await draft(detectPython, files, { on: '2026-07-17' });
  expect(recipe.baseImage).toBe('python-uv-3.13');
  expect(reasons(recipe)[0]).toMatch(/; tools of Python use Click$/);
  const other = { ...files, 'pyproject.toml': '[project]\nname = "clicks"\n' };
  expect((await draft(detectPython, other)).baseImage).toBe('python-3.11');
});

test('tox.toml, and references between sections of tox.ini', async () => {
  const toml = await draft(detectPython, {
    'x.py': '',
    'pyproject.toml':
      '[project]\nname = "x"\n[project.optional-dependencies]\ntesting = []\ncli = []\n[dependency-groups]\nqa = []\n',
    'tox.toml':
      '[env_run_base]\ndeps = ["freezegun"]\nextras = ["cli"]\ndependency_groups = ["qa"]\ncommands = [["pytest", "unit"]]\n',
    'unit/test_x.py': '',
  });
  expect(reasons(toml)[1]).toBe(
    'uv: pyproject.toml; for tests: extras cli, testing; groups qa; freezegun',
  );
  expect(toml.text('test_command')).toContain("$(ls -d 'unit' 2>/dev/null)");
  const ini = await draft(detectPython, {
    'x.py': '',
    'tox.ini': '[base]\ndeps =\n    six\n[testenv]\ndeps =\n    {[base]deps}\n    pytest\n',
  });
  expect(reasons(ini)[1]).toBe('uv: tox.ini; for tests: pytest six');
});

test('requirements.txt and a Pipfile where nothing else says what tests need', async () => {
  const files = { 'x.py': '', 'requirements.txt': 'pytest\n' };
  const recipe = await draft(detectPython, { ...files, 'setup.py': 'setup()' });
  expect(reasons(recipe)[1]).toBe('uv: setup.py; for tests: requirements.txt');
  expect(reasons(recipe)[2]).toBe('pytest: requirements.txt mentions pytest');
  const named = { ...files, 'setup.py': 'setup()', 'requirements-dev.txt': 'pytest\n' };
  const other = await draft(detectPython, named);
  expect(reasons(other)[1]).toBe('uv: setup.py; for tests: requirements-dev.txt');
  const pipenv = await draft(detectPython, {
    'x.py': '',
    Pipfile: '[packages]\nsix = "*"\n[dev-packages]\npytest = ">=3"\n',
  });
  expect(reasons(pipenv)[1]).toBe('uv: no manifest; for tests: pytest six');
});

test('pytest if a module of tests imports it', async () => {
  const recipe = await draft(detectPython, {
    'x.py': '',
    'tests/test_x.py': 'import pytest\n',
  });
  expect(reasons(recipe)[2]).toBe('pytest: tests/test_x.py imports pytest');
});

test('a project for Django that names its settings is tested by pytest with its plug-in', async () => {
  const files = {
    'runtests.py': "os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n",
    'tests/settings.py': '',
    'tests/tests.py': 'from django.test import TestCase\n',
    'setup.py': 'setup()',
  };
  const recipe = await draft(detectPython, files);
  expect(reasons(recipe)[2]).toBe('pytest: it runs tests that need tests.settings');
  expect(recipe.text('setup_shell.sh')).toContain(
    '\nexport DJANGO_SETTINGS_MODULE=tests.settings\n',
  );
  expect(recipe.text('setup_shell.sh')).toContain("wheel 'pytest' 'pytest-django'");
  expect(recipe.text('test_command')).toContain("-o python_files='test*.py'");
  const { 'tests/settings.py': _, ...without } = files;
  expect(reasons(await draft(detectPython, without))[2]).toMatch(/^unittest: /);
});
