import { shellQuote } from '@refbench/base';
import { recipeOf, type RecipeParts } from '../draft/recipe-of.ts';
import type { DetectorInput, RecipeDraft, Unsupported } from '../draft/recipe-draft.ts';
import { unionOf, type TreeView } from '../draft/tree-view.ts';
import { keptAddopts } from './pytest-options.ts';
import { readPythonProject, type PythonProject } from './python-project.ts';
import { versionVariables } from './history-version.ts';
import { shellOf, type Sources } from './python-shell.ts';
import { newestByName, normalName, writtenName } from './requirement.ts';
import { unittestSuite } from './unittest-suite.ts';
import { choosePython } from './python-version.ts';

const MANIFESTS =
  /^(pyproject\.toml|poetry\.lock|uv\.lock|setup\.(py|cfg)|tox\.ini|Pipfile|Pipfile\.lock|(.*\/)?requirements[^/]*\.txt|requirements\/[^/]+\.txt|[\w-]*requirements\.txt)$/;

/** Detects packages for pip, uv, poetry or tox that are tested by pytest or unittest. */
export async function detectPython(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.paths.some((path) => path.endsWith('.py'))) return undefined;
  const [before, after] = await Promise.all([base, golden].map(readPythonProject));
  if (before === undefined || after === undefined) throw new Error('two commits were asked for');
  const image = choosePython({
    ...before,
    committedAt: input.committedAt,
    images: input.images,
    usedByTools: [before.name, after.name].find(
      (name) => name !== undefined && input.toolPackages.has(normalName(name)),
    ),
  });
  const settings = before.djangoSettings;
  const pytest =
    before.pytest ??
    after.pytest ??
    (settings === undefined ? undefined : `it runs tests that need ${settings}`);
  const chosen =
    pytest === undefined
      ? await unittestSuite(base, golden, before.rootCommands)
      : { suite: pytestSuite(before, after), because: pytest };
  if ('kind' in chosen) return chosen;
  const sources = {
    ...sourcesOf(before, after),
    version: await versionVariables(base),
    djangoSettings: settings,
  };
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: before.poetryLock ? 'poetry.lock through uv' : 'uv', because: sources.because },
      { choice: pytest === undefined ? 'unittest' : 'pytest', because: chosen.because },
    ],
    ...(await recipeOf({
      systemPackages: adjustments.systemPackages,
      shell: shellOf(input, sources),
      programs: ['locked-requirements.py', ...(pytest === undefined ? ['unittest-report.py'] : [])],
      suite: chosen.suite,
    })),
  };
}

function manifestsOf(view: TreeView): readonly string[] {
  return view.paths.filter((path) => MANIFESTS.test(path) && !/templates?\/|\{\{/.test(path));
}

/** Combines the sources of both commits. Missing ones are skipped during the installation. */
function sourcesOf(
  before: PythonProject,
  after: PythonProject,
): Omit<Sources, 'version' | 'djangoSettings'> {
  const extras = unionOf(before.extras, after.extras);
  const groups = unionOf(before.groups, after.groups);
  const files = unionOf(before.requirementFiles, after.requirementFiles);
  // Golden's requirements come last and win.
  const requirements = [...newestByName([...before.requirements, ...after.requirements])].sort();
  const parts = [
    extras.length > 0 ? `extras ${extras.join(', ')}` : '',
    groups.length > 0 ? `groups ${groups.join(', ')}` : '',
    files.length > 0 ? files.join(', ') : '',
    requirements.map(writtenName).join(' '),
  ].filter((part) => part !== '');
  const because = `${before.from.join(', ') || 'no manifest'}; for tests: ${parts.join('; ') || 'none'}`;
  return {
    extras,
    groups,
    files,
    requirements,
    otherSources: before.otherSources || after.otherSources,
    pythonPath: unionOf(before.pythonPath, after.pythonPath),
    cython: before.cython || after.cython,
    compiled: before.compiled || after.compiled,
    buildSystem: before.buildSystem,
    because,
  };
}

function pytestSuite(before: PythonProject, after: PythonProject): RecipeParts['suite'] {
  const addopts = keptAddopts(after.addopts ?? before.addopts);
  const override = [
    ...(addopts === undefined ? [] : [` -o addopts=${shellQuote(addopts)}`]),
    // Where Django's own runner and nose look for tests.
    ...(before.djangoSettings === undefined ? [] : [` -o python_files=${shellQuote('test*.py')}`]),
    ...(before.nose ? [` -o python_files=${shellQuote('test*.py *_test.py *_tests.py')}`] : []),
    // Not in the tree. Some plug-ins fail without a cache.
    ' -o cache_dir=/tmp/pytest-cache',
  ];
  const paths =
    before.testPaths.length === 0 || after.testPaths.length === 0
      ? []
      : unionOf(before.testPaths, after.testPaths);
  // A path that only the other commit has must not stop pytest. Old versions of pytest take every word
  // after -o for a setting, so paths come first.
  const list = paths.length === 0 ? '' : ` $(ls -d ${paths.map(shellQuote).join(' ')} 2>/dev/null)`;
  return {
    title: "pytest's tests",
    format: 'junit-xml',
    // A random order makes tests fail that depend on each other, once in a while.
    run: `python -m pytest -p no:randomly --continue-on-collection-errors --tb=short -q --junit-xml="$reports/pytest.xml"${list}${override.join('')}`,
    reports: ['pytest.xml'],
  };
}
