import { shellCommands } from '../draft/shell-words.ts';
import { namesRequirementFile } from './requirement.ts';

/** What commands install with pip, uv, poetry or pdm. */
export interface CiRequirements {
  readonly requirements: readonly string[];
  /** Requirement files. */
  readonly files: readonly string[];
  /** Extras of the project itself; `*` for all. */
  readonly extras: readonly string[];
  /** Groups of dependencies; `*` for all. */
  readonly groups: readonly string[];
}

/** Tools that say nothing about tests, or that every recipe installs. */
const TOOLS =
  /^(pip|setuptools|wheel|tox.*|nox|virtualenv|uv|poetry|pipenv|hatch|pdm|build|twine|codecov|coveralls|flake8.*|black|isort|mypy|pylint|ruff|pre-commit|awscli|check-manifest|cibuildwheel)\b/i;
const REQUIREMENT = /^[A-Za-z][\w.-]*(\[[\w,-]+\])?([<>=!~]=?.*)?$/;

/** The project itself, as a folder, a built archive or with the name of its egg. */
const OWN = /^(?:\.\/?|\S+\.(?:whl|gz)|\S+#egg=[\w.-]+)\[([\w\s,.-]+)\]$/;

/** Collects what the commands of continuous integration, nox and tox install. */
export function ciRequirements(commands: readonly string[]): CiRequirements {
  const requirements = new Set<string>();
  const files = new Set<string>();
  const extras = new Set<string>();
  const groups = new Set<string>();
  const addAll = (set: Set<string>, text: string): void => {
    for (const name of text.split(/[\s,]+/)) if (name !== '') set.add(name);
  };
  for (const words of commands.flatMap(shellCommands)) {
    const comment = words.findIndex(({ text, quoted }) => text.startsWith('#') && !quoted);
    const texts = words.slice(0, comment === -1 ? undefined : comment).map(({ text }) => text);
    const installs = installOf(texts);
    if (installs === undefined) continue;
    for (const [index, text] of installs.rest.entries()) {
      const [option = '', value] = optionAndValue(text, installs.rest[index + 1]);
      if (namesRequirementFile(option)) {
        files.add((value ?? '').replace(/^(\{toxinidir\}|\.)\//, ''));
      } else if (/^(--extras?|-E)$/.test(option)) addAll(extras, value ?? '');
      else if (text === '--all-extras') extras.add('*');
      else if (/^(--all-groups|-G:all)$/.test(text)) groups.add('*');
      else if (GROUP.test(option)) addAll(groups, value ?? '');
      if (!installs.pip) continue;
      const before = installs.rest[index - 1] ?? '';
      const own = OWN.exec(text)?.[1];
      if (own !== undefined) addAll(extras, own);
      else if (TAKES_VALUE.test(before)) continue;
      else if (REQUIREMENT.test(text) && !TOOLS.test(text)) requirements.add(text);
    }
  }
  return {
    requirements: [...requirements],
    files: [...files],
    extras: [...extras],
    groups: [...groups],
  };
}

const GROUP = /^(--group|--only-group|--with|--only|-G)$/;
/** Options of pip and uv whose next word is their value. */
const TAKES_VALUE = new RegExp(
  `^(-[rcetifEGpPC]|--(${[
    'requirements?|constraints?|overrides?|excludes?|build-constraints?|extras?|group|only-group|with|only',
    'index|default-index|index-url|extra-index-url|find-links|index-strategy|keyring-provider|trusted-host|proxy|cert',
    'target|prefix|root|src|cache-dir|log|report|python|python-version|python-platform|platform|implementation|abi',
    'resolution|prerelease|fork-strategy|exclude-newer|upgrade-strategy|upgrade-package|reinstall-package|refresh-package',
    'only-binary|no-binary|no-build-isolation-package|config-settings?|link-mode|use-feature|use-deprecated',
    'progress-bar|root-user-action|timeout|retries|exists-action|torch-backend',
  ].join('|')}))$`,
);

/** Returns what follows the verb of a command that installs. */
function installOf(
  texts: readonly string[],
): { readonly pip: boolean; readonly rest: readonly string[] } | undefined {
  const pip = texts.findIndex(
    (text, at) => text === 'install' && /(^|\/)pip3?$/.test(texts[at - 1] ?? ''),
  );
  if (pip > 0) return { pip: true, rest: texts.slice(pip + 1) };
  const at = texts.findIndex(
    (text, index) =>
      /^(sync|install|run)$/.test(text) && /(^|\/)(uv|poetry|pdm)$/.test(texts[index - 1] ?? ''),
  );
  return at > 0 ? { pip: false, rest: texts.slice(at + 1) } : undefined;
}

/** Reads `--group dev` and `--group=dev`. */
function optionAndValue(text: string, next: string | undefined): readonly (string | undefined)[] {
  const [, option, value] = /^(--[\w-]+)=(.+)$/.exec(text) ?? [];
  return option === undefined ? [text, next] : [option, value];
}
