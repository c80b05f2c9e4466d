import { parseDocument } from 'yaml';

/** A YAML value in which every scalar is its text, so that the version `3.10` does not become 3.1. */
export type YamlText =
  | string
  | readonly YamlText[]
  | { readonly [key: string]: YamlText }
  | undefined;

/** Returns undefined if the file is not YAML. */
export function parseYamlText(text: string): YamlText {
  const document = parseDocument(text, { schema: 'failsafe', merge: true, logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  try {
    // The limit stops files whose aliases multiply.
    return document.toJS({ maxAliasCount: 100 }) as YamlText;
  } catch {
    return undefined;
  }
}

/** Returns the value at a path of keys, or undefined if any of them is missing. */
export function at(value: YamlText, ...keys: readonly string[]): YamlText {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || isList(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** Returns the members of a mapping in order. */
export function membersOf(value: YamlText): readonly (readonly [key: string, value: YamlText])[] {
  return typeof value === 'object' && !isList(value) ? Object.entries(value) : [];
}

/** Returns the elements of a list. A single value counts as a list with one element. */
export function elementsOf(value: YamlText): readonly YamlText[] {
  if (value === undefined || value === '') return [];
  return isList(value) ? value : [value];
}

/** Returns the texts in a list (of lists), or the single text. */
export function textsOf(value: YamlText): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isList(value) ? value.flatMap(textsOf) : [];
}

/** Returns the members of a mapping that are texts, e.g. environment variables. */
export function variablesOf(value: YamlText): readonly (readonly [name: string, value: string])[] {
  return membersOf(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  );
}

function isList(value: YamlText): value is readonly YamlText[] {
  return Array.isArray(value);
}
