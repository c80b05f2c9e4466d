import { shellQuote } from '@refbench/base';
import { dayOf, secondOf } from '../draft/day.ts';
import { COMPILED_PACKAGES } from './compiled-packages.ts';
import { LATER_PACKAGES } from './later-packages.ts';
import { OLDER_TOOLS } from './older-tools.ts';
import { LINK_PROJECT } from './linked-project.ts';
import { TEST_EXTRAS } from './test-extras.ts';
import { WITHOUT_GIT } from './without-git.ts';
import type { DetectorInput } from '../draft/recipe-draft.ts';

/** What tests need besides the project itself, of both commits. */
export interface Sources {
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  readonly files: readonly string[];
  readonly requirements: readonly string[];
  /** Whether a manifest takes packages from elsewhere than the registry, which may not answer. */
  readonly otherSources: boolean;
  /** Folders of the tree from which tests import. */
  readonly pythonPath: readonly string[];
  readonly cython: boolean;
  /** Whether the project has modules that are compiled. */
  readonly compiled: boolean;
  readonly buildSystem: boolean;
  /** What tells build tools the version that they would read from git tags, as assignments. */
  readonly version: readonly string[];
  /** The module with Django's settings, if pytest's plug-in for Django has to be told. */
  readonly djangoSettings: string | undefined;
  readonly because: string;
}

/**
 * Creates one virtual environment per set of manifests, below HOME and named by their hash. Base,
 * golden and the changes of an agent therefore do not affect each other, and creating a new one
 * offline takes seconds.
 */
export function shellOf(input: DetectorInput, sources: Sources): string {
  const { adjustments, committedAt } = input;
  const isolation = sources.buildSystem
    ? ['', '--no-build-isolation']
    : ['--no-build-isolation', ''];
  const days = adjustments.undated ? ['never'] : daysToTry(committedAt);
  const list = (items: readonly string[]): string => items.map(shellQuote).join(' ');
  const extra = [
    'pytest',
    ...(sources.cython ? ['cython'] : []),
    ...(sources.djangoSettings === undefined ? [] : ['pytest-django']),
    ...adjustments.testPackages,
    ...sources.requirements,
  ];
  const settings = [
    ...(sources.djangoSettings === undefined
      ? []
      : [`export DJANGO_SETTINGS_MODULE=${sources.djangoSettings}\n`]),
    ...(sources.pythonPath.length === 0
      ? []
      : [`export PYTHONPATH=${sources.pythonPath.map((one) => `$PWD/${one}`).join(':')}\n`]),
  ].join('');
  const withoutOthers = 'refbench_pip --no-sources "${arguments[@]}" || ';
  return `export PYTHONDONTWRITEBYTECODE=1 UV_NO_PROGRESS=1 UV_LINK_MODE=hardlink UV_PYTHON_DOWNLOADS=never
${settings}if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset UV_OFFLINE PIP_NO_INDEX; else
  # Tests that call pip fail at once instead of waiting for a network again and again.
  export UV_OFFLINE=1 PIP_NO_INDEX=1
fi

refbench_stamp=$(${sources.compiled ? `{ ${MANIFESTS}\n  ${COMPILED_SOURCES}; }` : MANIFESTS} | LC_ALL=C sort -z | xargs -0 -r sha256sum | sha256sum | cut -c1-16)
export VIRTUAL_ENV=$HOME/.venvs/$refbench_stamp
export PATH=$VIRTUAL_ENV/bin:$PATH
refbench_overrides=() refbench_again=()

${LATER_PACKAGES}
${OLDER_TOOLS}
${COMPILED_PACKAGES}
# Packages as of the commit. What cannot be installed in that version, because it is older than
# this Python, is taken as of a later day, each package by itself.
refbench_days='${days.slice(0, Math.max(1, days.length - 1)).join(' ')}'
refbench_pip() {
  local day log=$VIRTUAL_ENV/uv.log refbench_tools=() options=(--quiet "\${refbench_overrides[@]}" "\${refbench_again[@]}")
  local refbench_wheels
  for day in $refbench_days; do
    if [ "$day" = never ]; then
      uv pip install "\${options[@]}" "$@" && return
      continue
    fi
    refbench_wheels=("\${refbench_compiled[@]}")
    while :; do
      uv pip install "\${options[@]}" --exclude-newer "$day" ${toolOptions(committedAt)} \\
        "\${refbench_later[@]}" "\${refbench_tools[@]}" "\${refbench_wheels[@]}" "$@" 2>"$log" && return
      cat "$log" >&2
      refbench_allow_later "$log" || refbench_with_wheels "$log" || refbench_older_tools "$log" || break
    done
  done
  return 1
}

${WITHOUT_GIT}
refbench_install() {
  uv venv --quiet --python /usr/bin/python3 "$VIRTUAL_ENV" || return
  local name arguments=(setuptools wheel ${list(extra)})
  for name in ${list(sources.files)}; do [ -f "$name" ] && arguments+=(-r "$name"); done
  for name in ${list(sources.groups)}; do grep -q "^ *\\"\\?$name\\"\\? *=" pyproject.toml 2>/dev/null && arguments+=(--group "$name"); done
  if [ -f poetry.lock ]; then
    python3 "$(dirname "\${BASH_SOURCE[0]}")/locked-requirements.py" poetry.lock >"$VIRTUAL_ENV/locked.txt" &&
      refbench_pip --no-deps -r "$VIRTUAL_ENV/locked.txt" || return
  fi
  # One resolution, as a person would do it. What comes from a git host that does not answer is
  # taken from the registry, and requirements that contradict each other piece by piece.
  refbench_pip "\${arguments[@]}" || refbench_without_git "\${arguments[@]}" || ${sources.otherSources ? withoutOthers : ''}refbench_pieces
  refbench_install_project
${sources.extras.length === 0 ? installTestExtras(sources, isolation) : ''}  rm -f "$VIRTUAL_ENV/uv.log"
  python -c 'import pytest'
}
${sources.extras.length === 0 ? TEST_EXTRAS : ''}${LINK_PROJECT}
refbench_install_project() {
  [ -f setup.py ] || grep -qs '^\\[\\(build-system\\|project\\)' pyproject.toml || return 0
  ${projectInstalls(sources, isolation)}
}

refbench_pieces() {
  local item refbench_days='${days.join(' ')}'
  for item in setuptools wheel ${list(extra)}; do refbench_pip "$item" || true; done
  for item in ${list(sources.files)}; do
    [ -f "$item" ] || continue
    refbench_pip -r "$item" ||
      grep -E '^(-e|--editable|[A-Za-z.])' "$item" | sed -E 's/(^|[[:space:]]+)#.*//; s/^(-e|--editable)[ =]+/--editable=/' |
      while IFS= read -r line; do refbench_pip "$line" || refbench_named_after "$line" || true; done
  done
  for item in ${list(sources.groups)}; do refbench_pip --no-sources --group "$item" || true; done
}

${sources.compiled ? FORGET_MODULES : ''}if ! [ -f "$VIRTUAL_ENV/.refbench-done" ]; then
  if refbench_install </dev/null >&2; then
    touch "$VIRTUAL_ENV/.refbench-done"
  else
    echo 'dependencies: not everything could be installed' >&2
    [ "\${REFBENCH_WARM:-}" != 1 ]
  fi
elif ${sources.compiled ? '' : WARM_AND}[ "$(cat "$HOME/.venvs/in-tree")" != "$refbench_stamp" ]; then
  # Building the project left its version and its compiled modules in the tree: those of other sources.
  git clean -ffdxq -- '*.egg-info/*' || true
  refbench_again=(--no-deps --reinstall)
  refbench_install_project </dev/null >&2 || echo 'the project could not be installed again' >&2
  rm -f "$VIRTUAL_ENV/uv.log"
fi
${sources.compiled ? '' : `if ${WARM}; then `}printf %s "$refbench_stamp" >"$HOME/.venvs/in-tree"${sources.compiled ? '' : '; fi'}
`;
}

const WARM = '[ "${REFBENCH_WARM:-}" = 1 ]';
const WARM_AND = `${WARM} && `;

/** Lists what decides about the packages that are installed. */
const MANIFESTS = `find . -maxdepth 2 -name .git -prune -o -type f \\( -name pyproject.toml -o -name poetry.lock \\
  -o -name uv.lock -o -name setup.py -o -name setup.cfg -o -name tox.ini -o -name '*requirements*.txt' \\
  -o -path './requirements/*.txt' \\) -print0`;

/** Lists what compiled modules are made of. They lie in the tree, with files of the build that git does not know. */
const COMPILED_SOURCES = `git ls-files -z -- '*.pyx' '*.pxd' '*.pxi' '*.[ch]' '*.cc' '*.cpp' '*.cxx' '*.hh' '*.hpp' '*.rs'`;

/** Sources that do not compile must not be tested with the modules of others. */
const FORGET_MODULES = `[ "$(cat "$HOME/.venvs/in-tree" 2>/dev/null)" = "$refbench_stamp" ] || git clean -ffdxq -- '*.so' || true
`;

/** By this day most packages had builds for Python 3.9, the oldest one. */
const PYTHON_DAY = '2021-03-31';
/** By this day setuptools could install a project in place. */
const TOOLS_DAY = '2022-12-31';

/** The oldest Python is from 2020: older packages may neither have a build for it nor compile. */
function daysToTry(committedAt: Date): readonly string[] {
  // For uv, a day has passed when it ends, and the author may have seen nothing of what came out later that day.
  const moment = secondOf(committedAt);
  return moment < PYTHON_DAY ? [moment, PYTHON_DAY, 'never'] : [moment, 'never'];
}

/** Tools that build packages must know this Python, even if the commit is older. */
function toolOptions(committedAt: Date): string {
  const day = dayOf(committedAt);
  if (day >= TOOLS_DAY) return '';
  return ['setuptools', 'wheel', 'cython']
    .map((name) => `--exclude-newer-package ${name}=${TOOLS_DAY}`)
    .join(' ');
}

/** Ways to install the project, the first that works is taken. */
function projectInstalls(sources: Sources, isolation: readonly string[]): string {
  const { extras } = sources;
  const targets = [...(extras.length === 0 ? [] : [`.[${extras.join(',')}]`]), '.'];
  const any = `refbench_days=never refbench_pip --no-build-isolation`;
  return alternatives(sources, [
    ...waysToInstall(targets.map(shellQuote), isolation),
    `${any} --editable .`,
    `${any} --no-deps --editable .`,
  ]);
}

/** Lines that install the extras that only the installed project names. Tests may do without them. */
function installTestExtras(sources: Sources, isolation: readonly string[]): string {
  const ways = waysToInstall(['".[$extras]"'], isolation);
  return `  local extras
  extras=$(refbench_test_extras)
  [ -z "$extras" ] || ${alternatives(sources, ways)} || true
`;
}

/**
 * Commands that install one of the targets so that its modules are those of the tree: in place, or as a copy that is
 * linked to the tree.
 * @param isolation - Options of pip to try, one after the other; `''` for none.
 */
function waysToInstall(
  targets: readonly string[],
  isolation: readonly string[],
): readonly string[] {
  const commands = [
    ['refbench_pip', '--editable'],
    ['refbench_link', ''],
  ] as const;
  return commands.flatMap(([command, place]) =>
    targets.flatMap((target) =>
      isolation.map((option) =>
        [command, option, place, target].filter((word) => word !== '').join(' '),
      ),
    ),
  );
}

/** Tries commands until one works. Build tools are told the version. */
function alternatives({ version }: Sources, commands: readonly string[]): string {
  const assignments = version.map((text) => `${text} `).join('');
  return commands.map((command) => assignments + command).join(' ||\n    ');
}
