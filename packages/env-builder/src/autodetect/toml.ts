import { parse } from 'smol-toml';

/** A table of a TOML file; undefined where the text is no TOML. */
export function readToml(text: string | undefined): TomlTable | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

export type TomlTable = Readonly<Record<string, unknown>>;

/** The table at a path of keys; empty where there is none. */
export function tableAt(root: TomlTable | undefined, ...keys: readonly string[]): TomlTable {
  let at: unknown = root;
  for (const key of keys) at = isTable(at) ? at[key] : undefined;
  return isTable(at) ? at : {};
}

export function textAt(table: TomlTable, key: string): string | undefined {
  const value = table[key];
  return typeof value === 'string' ? value : undefined;
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
