import { readToml, tableAt, textAt, type TomlTable } from '@refbench/base';
import { readIni, type Ini } from '../draft/ini.ts';
import type { TreeView } from '../draft/tree-view.ts';
import { strings } from './test-requirements.ts';

/** What the test environment of tox installs and runs. */
export interface ToxSettings {
  /** One requirement per line, perhaps behind a factor such as `py37:`. */
  readonly deps: string;
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  /** The commands that run before tests and for them. */
  readonly commands: readonly string[];
  /** The variables that it sets, one `NAME = value` per line. */
  readonly variables: readonly string[];
  /** The file itself, which may also have settings of pytest. */
  readonly ini: Ini;
}

/**
 * Reads tox.ini, setup.cfg, tox.toml or pyproject.toml. Only the base of all test environments counts
 * (`testenv`, `env_run_base`).
 */
export async function readTox(
  view: TreeView,
  pyproject: TomlTable | undefined,
  setupCfg: Ini,
): Promise<ToxSettings> {
  const own = tableAt(pyproject, 'tool', 'tox');
  const legacy = textAt(own, 'legacy_tox_ini');
  const ini = readIni((await view.read('tox.ini')) ?? legacy ?? '');
  const named = ini.has('testenv') ? ini : setupCfg;
  const table = tableAt(readToml(await view.read('tox.toml')) ?? own, 'env_run_base');
  const value = (key: string): string => expanded(named.get('testenv')?.get(key) ?? '', named);
  const both = (key: string): readonly string[] => [
    ...value(key).split(/[\s,]+/),
    ...strings(table[key]),
  ];
  return {
    deps: [value('deps'), ...strings(table['deps'])].join('\n').trim(),
    extras: both('extras').filter((text) => /^[\w.-]+$/.test(text)),
    groups: both('dependency_groups').filter((text) => /^[\w.-]+$/.test(text)),
    commands: ['commands_pre', 'commands'].flatMap((key) => [
      ...value(key).split('\n'),
      ...commandsIn(table[key]),
    ]),
    variables: [
      ...value('setenv').split('\n'),
      ...value('set_env').split('\n'),
      ...Object.entries(tableAt(table, 'set_env')).flatMap(([name, text]) =>
        typeof text === 'string' ? [`${name} = ${text}`] : [],
      ),
    ],
    ini,
  };
}

/** Replaces `{[section]key}` by its value. */
function expanded(text: string, ini: Ini, depth = 3): string {
  if (depth === 0) return text;
  return text.replace(/\{\[([^\]]+)\]([^}]+)\}/g, (_, section: string, key: string) =>
    expanded(ini.get(section)?.get(key) ?? '', ini, depth - 1),
  );
}

/** A command of tox.toml is a list of words. */
function commandsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((words) => strings(words).join(' ')) : [];
}
