import { parse } from 'smol-toml';

/** Parses the text of a TOML file. Returns undefined if the text is not valid TOML. */
export function readToml(text: string | undefined): TomlTable | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** A table of a TOML file. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** Returns the table at a path of keys, or an empty table if there is none. */
export function tableAt(root: TomlTable | undefined, ...keys: readonly string[]): TomlTable {
  let at: unknown = root;
  for (const key of keys) at = isTable(at) ? at[key] : undefined;
  return isTable(at) ? at : {};
}

/** Returns the string at a key, or undefined if the value is not a string. */
export function textAt(table: TomlTable, key: string): string | undefined {
  const value = table[key];
  return typeof value === 'string' ? value : undefined;
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
