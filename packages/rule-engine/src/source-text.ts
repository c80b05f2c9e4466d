import { isUtf8 } from 'node:buffer';

/** A file as text, or why it cannot be scanned. */
export type SourceText =
  | { readonly kind: 'text'; readonly text: () => string }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Larger files are not scanned: a syntax tree takes many times its text, and a source file of this
 * size was written by a tool. The skip is reported, never taken for "no match".
 */
const MAX_FILE_BYTES = 4_000_000;

// A byte order mark stays: columns are counted over the text as it is in the file.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function sourceText(bytes: Buffer): SourceText {
  if (bytes.length > MAX_FILE_BYTES) {
    return { kind: 'skipped', reason: `it is larger than ${MAX_FILE_BYTES} bytes` };
  }
  if (bytes.includes(0)) return { kind: 'skipped', reason: 'it is binary (it holds a NUL byte)' };
  if (!isUtf8(bytes)) return { kind: 'skipped', reason: 'it is not UTF-8' };
  return { kind: 'text', text: () => decoder.decode(bytes) };
}
