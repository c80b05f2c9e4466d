export type JsonObject = Readonly<Record<string, unknown>>;

/** undefined where the text is no JSON; reports come from code under test, so nothing may throw. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member as text; `''` where it is none. */
export function textOf(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}

/** The member's elements that are objects. */
export function objectsOf(object: JsonObject, key: string): readonly JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function firstLine(text: string): string {
  return (text.trim().split('\n')[0] || '').slice(0, 200);
}
