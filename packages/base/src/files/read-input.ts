import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import { errorCode } from './disk-error.ts';
import { lineAt } from './locate-json.ts';
import { withoutByteOrderMark } from './json-file.ts';

export interface InputOptions {
  /** The name of the input in messages, for example `predictions file`. */
  readonly called: string;
  /** The hint if the file does not exist. */
  readonly hint: string;
  /** The largest size in bytes. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 2 ** 30;
const UTF16_MARKS = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;

/**
 * Reads the bytes of a file given by the user. `-` reads standard input.
 * @throws RefbenchError kind `usage` with the reason why it cannot be read
 */
export async function readInput(path: string, options: InputOptions): Promise<Buffer> {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  if (path === '-') return await readStandardInput(options, maxBytes);
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw unreadable(path, options, 'it is a folder');
    if (info.size > maxBytes) throw tooLarge(path, options, info.size, maxBytes);
    return await readFile(path);
  } catch (error) {
    if (RefbenchError.isInstance(error)) throw error;
    throw unreadableInput(path, options, error);
  }
}

/**
 * Reads text in UTF-8, or in UTF-16 with a byte order mark, which spreadsheets write. The mark is removed.
 * @throws RefbenchError kind `invalid-file` with the first line that is in another encoding
 */
export async function readTextInput(path: string, options: InputOptions): Promise<string> {
  const bytes = await readInput(path, options);
  const wide = utf16Text(bytes);
  if (wide !== undefined) return wide;
  if (isUtf8(bytes)) return withoutByteOrderMark(bytes.toString('utf8'));
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${nameOf(path)}: line ${lineOfInvalidUtf8(bytes)} is not UTF-8`,
    hint: 'convert the file to UTF-8',
  });
}

function utf16Text(bytes: Buffer): string | undefined {
  const encoding = UTF16_MARKS.find(([, mark]) => bytes.subarray(0, 2).equals(mark))?.[0];
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(bytes);
}

/** Creates the error for a named file that cannot be read. */
export function unreadableInput(
  path: string,
  options: Pick<InputOptions, 'called' | 'hint'>,
  cause: unknown,
): RefbenchError {
  return unreadable(path, options, REASONS[errorCode(cause)] ?? String(cause), cause);
}

/** Returns the line, counted from 1, of the first byte that is not UTF-8. */
export function lineOfInvalidUtf8(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop))) return line;
    start = stop + 1;
  }
  return lineAt(bytes.toString('latin1'), bytes.length);
}

/** Returns the name of an input for messages. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function readStandardInput(options: InputOptions, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge('-', options, size, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its path contains a loop of symbolic links',
};

function unreadable(
  path: string,
  { called, hint }: Pick<InputOptions, 'called' | 'hint'>,
  reason: string,
  cause?: unknown,
): RefbenchError {
  const message = `cannot read the ${called} ${nameOf(path)}: ${reason}`;
  return new RefbenchError({ kind: 'usage', message, hint, cause });
}

function tooLarge(
  path: string,
  { called }: InputOptions,
  size: number,
  maxBytes: number,
): RefbenchError {
  const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  return new RefbenchError({
    kind: 'usage',
    message: `the ${called} ${nameOf(path)} has ${gibibytes(size)}, more than the limit of ${gibibytes(maxBytes)}`,
    hint: 'split it into smaller files',
  });
}
