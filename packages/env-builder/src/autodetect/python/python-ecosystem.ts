import { shellQuote } from '../../builds/build-folder.ts';
import { recipeFiles, type RecipeParts } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { unionOf, type TreeView } from '../tree-view.ts';
import { keptAddopts } from './pytest-options.ts';
import { readPythonProject, type PythonProject } from './python-project.ts';
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
  });
  const pytest = before.pytest ?? after.pytest;
  const suite = pytest === undefined ? unittestSuite(base) : pytestSuite(before, after);
  if ('kind' in suite) return suite;
  const sources = sourcesOf(before, after);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      { choice: before.poetryLock ? 'poetry.lock through uv' : 'uv', because: sources.because },
      pytest === undefined
        ? { choice: 'unittest', because: 'pytest is not mentioned, and test modules exist' }
        : { choice: 'pytest', because: pytest },
    ],
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      shell: shellOf(input, sources),
      programs: ['locked-requirements.py'],
      suite,
    }),
  };
}

function manifestsOf(view: TreeView): readonly string[] {
  return view.paths.filter((path) => MANIFESTS.test(path) && !/templates?\/|\{\{/.test(path));
}

interface Sources {
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  readonly files: readonly string[];
  readonly requirements: readonly string[];
  readonly because: string;
}

/** Combines the sources of both commits. Missing ones are skipped during the installation. */
function sourcesOf(before: PythonProject, after: PythonProject): Sources {
  const extras = unionOf(before.extras, after.extras);
  const groups = unionOf(before.groups, after.groups);
  const files = unionOf(before.requirementFiles, after.requirementFiles);
  const requirements = unionOf(before.requirements, after.requirements);
  const parts = [
    extras.length > 0 ? `extras ${extras.join(', ')}` : '',
    groups.length > 0 ? `groups ${groups.join(', ')}` : '',
    files.length > 0 ? files.join(', ') : '',
    requirements.length > 0 ? "tox.ini's deps" : '',
  ].filter((part) => part !== '');
  const because = `${before.from.join(', ') || 'no manifest'}; for tests: ${parts.join('; ') || 'none'}`;
  return { extras, groups, files, requirements, because };
}

/**
 * Creates one virtual environment per set of manifests, below HOME and named by their hash. Base,
 * golden and the changes of an agent therefore do not affect each other, and creating a new one
 * offline takes seconds.
 */
function shellOf(input: DetectorInput, sources: Sources): string {
  const { adjustments, committedAt } = input;
  const dated = adjustments.undated
    ? ''
    : `export UV_EXCLUDE_NEWER=${committedAt.toISOString().slice(0, 10)}\n`;
  const list = (items: readonly string[]): string => items.map(shellQuote).join(' ');
  const extra = ['pytest', ...adjustments.testPackages, ...sources.requirements];
  return `export PYTHONDONTWRITEBYTECODE=1 UV_NO_PROGRESS=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
${dated}if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset UV_OFFLINE PIP_NO_INDEX; else
  # Tests that call pip fail at once instead of waiting for a network again and again.
  export UV_OFFLINE=1 PIP_NO_INDEX=1
fi

refbench_stamp=$(find . -maxdepth 2 -name .git -prune -o -type f \\( -name pyproject.toml -o -name poetry.lock \\
  -o -name uv.lock -o -name setup.py -o -name setup.cfg -o -name tox.ini -o -name '*requirements*.txt' \\
  -o -path './requirements/*.txt' \\) -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum | sha256sum | cut -c1-16)
export VIRTUAL_ENV=$HOME/.venvs/$refbench_stamp
export PATH=$VIRTUAL_ENV/bin:$PATH

refbench_install() {
  uv venv --quiet --python /usr/bin/python3 "$VIRTUAL_ENV" || return
  local name arguments=()
  for name in ${list(sources.files)}; do [ -f "$name" ] && arguments+=(-r "$name"); done
  for name in ${list(sources.groups)}; do grep -q "^ *\\"\\?$name\\"\\? *=" pyproject.toml 2>/dev/null && arguments+=(--group "$name"); done
  if [ -f poetry.lock ]; then
    python3 "$(dirname "\${BASH_SOURCE[0]}")/locked-requirements.py" poetry.lock >"$VIRTUAL_ENV/locked.txt" &&
      uv pip install --quiet --no-deps -r "$VIRTUAL_ENV/locked.txt" || return
  fi
  uv pip install --quiet setuptools wheel ${list(extra)} "\${arguments[@]}" || return
  if [ -f setup.py ] || grep -qs '^\\[\\(build-system\\|project\\)' pyproject.toml; then
    uv pip install --quiet --editable ${shellQuote(`.${sources.extras.length === 0 ? '' : `[${sources.extras.join(',')}]`}`)}
  fi
}

if ! [ -f "$VIRTUAL_ENV/.refbench-done" ]; then
  if refbench_install </dev/null >&2; then
    touch "$VIRTUAL_ENV/.refbench-done"
  else
    echo 'dependencies: not everything could be installed' >&2
    [ "\${REFBENCH_WARM:-}" != 1 ]
  fi
fi
`;
}

function pytestSuite(before: PythonProject, after: PythonProject): RecipeParts['suite'] {
  const addopts = keptAddopts(after.addopts ?? before.addopts);
  const override = addopts === undefined ? '' : ` -o addopts=${shellQuote(addopts)}`;
  return {
    title: "pytest's tests",
    format: 'junit-xml',
    run: `python -m pytest -p no:cacheprovider --continue-on-collection-errors --tb=short -q --junit-xml="$reports/pytest.xml"${override}`,
    reports: '"$reports/pytest.xml"',
  };
}

function unittestSuite(view: TreeView): RecipeParts['suite'] | Unsupported {
  const modules = view.paths.filter((path) => /(^|\/)test[^/]*\.py$/.test(path));
  const folder = ['tests', 'test'].find((name) =>
    modules.some((path) => path.startsWith(`${name}/`)),
  );
  if (modules.length === 0) {
    return unsupported('no test modules exist', 'choose another commit, or write a run_tests');
  }
  return {
    title: "unittest's tests",
    format: 'unittest',
    run: `python -m unittest discover --verbose${folder === undefined ? '' : ` --start-directory ${folder} --top-level-directory .`} 2>&1 | tee "$reports/unittest.txt"
return "\${PIPESTATUS[0]}"`,
    reports: '"$reports/unittest.txt"',
  };
}
