import { shellCommands } from '../draft/shell-words.ts';
import { namesRequirementFile } from './requirement.ts';

/** What continuous integration installs with pip. */
export interface CiRequirements {
  readonly requirements: readonly string[];
  /** Requirement files. */
  readonly files: readonly string[];
  /** Extras of the project itself. */
  readonly extras: readonly string[];
}

/** Tools that say nothing about tests, or that every recipe installs. */
const TOOLS =
  /^(pip|setuptools|wheel|tox.*|nox|virtualenv|uv|poetry|pipenv|hatch|pdm|build|twine|codecov|coveralls|flake8.*|black|isort|mypy|pylint|ruff|pre-commit|awscli|check-manifest|cibuildwheel)\b/i;
const REQUIREMENT = /^[A-Za-z][\w.-]*(\[[\w,-]+\])?([<>=!~]=?.*)?$/;

export function ciRequirements(commands: readonly string[]): CiRequirements {
  const requirements = new Set<string>();
  const files = new Set<string>();
  const extras = new Set<string>();
  for (const words of commands.flatMap(shellCommands)) {
    const texts = words.map(({ text }) => text);
    const at = texts.indexOf('install');
    if (at < 1 || !/(^|\/)pip3?$/.test(texts[at - 1] ?? '')) continue;
    const rest = texts.slice(at + 1);
    for (const [index, text] of rest.entries()) {
      const option = rest[index - 1] ?? '';
      const own = /^\.\[([\w,-]+)\]$/.exec(text)?.[1];
      if (namesRequirementFile(option)) files.add(text.replace(/^\.\//, ''));
      else if (own !== undefined) for (const name of own.split(',')) extras.add(name);
      else if (/^-[a-z]$|^--(index-url|constraint|find-links|target|python)/.test(option)) continue;
      else if (REQUIREMENT.test(text) && !TOOLS.test(text)) requirements.add(text);
    }
  }
  return { requirements: [...requirements], files: [...files], extras: [...extras] };
}
