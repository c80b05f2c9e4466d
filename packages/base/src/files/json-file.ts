import { errorCode } from './disk-error.ts';
import { errorText } from '../error-text.ts';
import { readFile } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import type { z } from 'zod';
import { writeFileAtomic } from './atomic-file.ts';
import { describeIssues } from './describe-issues.ts';
import { lineAt, lineInJson } from './locate-json.ts';

/** The result of reading a JSON file. An invalid file is a value, not an exception. */
export type JsonFile<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Finding a line takes a pass over the text, so it is omitted for longer texts. */
const MAX_CHARACTERS_TO_LOCATE = 5_000_000;

/** Reads a JSON file and validates it. A byte order mark is ignored. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<JsonFile<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
        return { kind: 'absent' };
      case 'EISDIR':
        // The error of Node.js does not name the path.
        return { kind: 'invalid', reason: 'it is a folder, expected a JSON file' };
      default:
        throw error;
    }
  }
  return parseJson(withoutByteOrderMark(text), schema);
}

/**
 * Reads a JSON file that need not exist; undefined without it.
 * @param hint how to repair or replace an invalid file
 * @throws RefbenchError kind `invalid-file`
 */
export async function readOptionalJson<T>(
  path: string,
  schema: z.ZodType<T>,
  hint: string,
): Promise<T | undefined> {
  const file = await readJsonFile(path, schema);
  if (file.kind !== 'invalid') return file.kind === 'valid' ? file.value : undefined;
  throw new RefbenchError({ kind: 'invalid-file', message: `${path}: ${file.reason}`, hint });
}

/** Writes a value as an indented JSON file that ends with a line break. */
export async function writeJsonFile(
  path: string,
  value: unknown,
  indent: 1 | 2 = 2,
): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, indent)}\n`);
}

/**
 * Parses and validates JSON without throwing. The reason for an invalid text contains line numbers
 * if it has several lines. Callers must remove a byte order mark first.
 */
export function parseJson<T>(
  text: string,
  schema: z.ZodType<T>,
): Exclude<JsonFile<T>, { readonly kind: 'absent' }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'invalid', reason: syntaxReason(text, error) };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const locatable = text.length <= MAX_CHARACTERS_TO_LOCATE && text.trim().includes('\n');
  const lineOf = (path: readonly PropertyKey[]): number | undefined =>
    locatable ? lineInJson(text, path) : undefined;
  return { kind: 'invalid', reason: describeIssues(parsed.error, { value, schema, lineOf }) };
}

/** Removes the byte order mark that some editors write. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function syntaxReason(text: string, error: unknown): string {
  if (text.trim() === '') return 'the file is empty, expected JSON';
  const message = errorText(error);
  const offset = /at position (\d+)/.exec(message)?.[1];
  const place =
    offset === undefined || !text.trim().includes('\n')
      ? ''
      : ` (line ${lineAt(text, Number(offset))})`;
  return `it is not valid JSON: ${message}${place}`;
}
