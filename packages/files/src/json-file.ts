import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** What a JSON file turned out to be. A torn or foreign file is a value, never a crash. */
export type JsonFile<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Reads and checks a JSON file against its schema. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<JsonFile<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { kind: 'absent' };
    }
    throw error;
  }
  return parseJson(text, schema);
}

/** `JSON.parse` with a schema and without exceptions. */
export function parseJson<T>(
  text: string,
  schema: z.ZodType<T>,
): Exclude<JsonFile<T>, { readonly kind: 'absent' }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  return { kind: 'invalid', reason: describeIssues(parsed.error) };
}

/** One line from zod's findings: `path: message; path: message`. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.map(String).join('.') || 'the whole'}: ${issue.message}`)
    .join('; ');
}
