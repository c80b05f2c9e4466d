import { tableAt, type TomlTable } from '@refbench/base';
import type { Ini } from '../draft/ini.ts';
import { newestByName, normalName } from './requirement.ts';

/** Files that say what tests need, apart from extras, groups and requirement files. */
export interface TestRequirementSources {
  readonly pyproject: TomlTable | undefined;
  readonly setupCfg: Ini;
  readonly setupPy: string;
  /** What tox installs, a requirement per line. */
  readonly toxDeps: string;
  readonly pipfile: TomlTable | undefined;
  readonly hasPoetryLock: boolean;
}

/** Environments of hatch and groups of poetry that tests may need. */
export const TEST_ENVIRONMENT: RegExp = /^(default|dev|test|tests|testing|hatch-test|unit)$/;
const REQUIREMENT = /^[A-Za-z][\w.-]*(\[[\w,-]+\])?\s*([<>=!~].*)?$/;

/** Lists requirements (PEP 508) for tests: of tox, hatch, pdm, uv, poetry, pipenv and setuptools. */
export function testRequirements(sources: TestRequirementSources): readonly string[] {
  const { pyproject, setupCfg, setupPy, toxDeps, pipfile } = sources;
  const found = [
    ...toxRequirements(toxDeps),
    ...listedIn(setupPy, /\b(?:tests_require|test_requires?|test_requirements)\s*=\s*\[([^\]]*)\]/),
    ...(setupCfg.get('options')?.get('tests_require') ?? '').split('\n'),
    ...pipfileRequirements(pipfile),
    ...strings(tableAt(pyproject, 'tool', 'uv')['dev-dependencies']),
    ...environments(tableAt(pyproject, 'tool', 'hatch', 'envs')),
    ...Object.values(tableAt(pyproject, 'tool', 'pdm', 'dev-dependencies')).flatMap(strings),
    ...(sources.hasPoetryLock ? [] : poetryRequirements(pyproject)),
  ];
  const named = found.map((text) => text.trim()).filter((text) => REQUIREMENT.test(text));
  return newestByName(named);
}

/**
 * Requirements for another Python are left out. Of several alternatives (`pytest30: pytest>=3.0,<3.1`)
 * the last one, which is the newest, is taken.
 */
function toxRequirements(deps: string): readonly string[] {
  const byName = new Map<string, string>();
  for (const line of deps.split('\n')) {
    const [, factors, text = ''] = /^(?:([\w,{}!.-]+):\s+)?(.*)$/.exec(line.trim()) ?? [];
    if (factors !== undefined && /(^|[,{-])(py2|pypy|jython|!py3)/.test(factors)) continue;
    byName.set(normalName(text), text);
  }
  return [...byName.values()];
}

/** A Pipfile lists what the project and its developers need. */
function pipfileRequirements(pipfile: TomlTable | undefined): readonly string[] {
  return ['packages', 'dev-packages'].flatMap((section) =>
    Object.entries(tableAt(pipfile, section)).map(([name, version]) =>
      typeof version === 'string' && /^[<>=!~]/.test(version) ? name + version : name,
    ),
  );
}

function environments(table: TomlTable): readonly string[] {
  return Object.entries(table).flatMap(([name]) => {
    if (!TEST_ENVIRONMENT.test(name)) return [];
    const environment = tableAt(table, name);
    return [...strings(environment['dependencies']), ...strings(environment['extra-dependencies'])];
  });
}

/** Poetry has its own notation of versions, so only names are taken. */
function poetryRequirements(pyproject: TomlTable | undefined): readonly string[] {
  const groups = tableAt(pyproject, 'tool', 'poetry', 'group');
  return [
    ...Object.keys(tableAt(pyproject, 'tool', 'poetry', 'dev-dependencies')),
    ...Object.keys(groups).flatMap((name) =>
      TEST_ENVIRONMENT.test(name) ? Object.keys(tableAt(groups, name, 'dependencies')) : [],
    ),
  ];
}

function listedIn(text: string, list: RegExp): readonly string[] {
  return quoted(list.exec(text)?.[1] ?? '');
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/["']([^"'\n]+)["']/g)].map(([, value]) => value ?? '');
}

/** The texts of a list. Its other entries, such as tables that refer to other values, are left out. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
