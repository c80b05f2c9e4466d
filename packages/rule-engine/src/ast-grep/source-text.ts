import { isUtf8 } from 'node:buffer';

/** The text of a file, or the reason why it cannot be scanned. */
export type SourceText =
  | { readonly kind: 'text'; readonly text: () => string }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Larger files are not scanned, because a syntax tree needs much more memory than its text, and files
 * of this size are usually generated. The skip is reported and never counts as "no match".
 */
const MAX_FILE_BYTES = 4_000_000;

// The byte order mark is kept, because columns are counted in the original text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function sourceText(bytes: Buffer): SourceText {
  if (bytes.length > MAX_FILE_BYTES) {
    return { kind: 'skipped', reason: `it is larger than ${MAX_FILE_BYTES} bytes` };
  }
  if (bytes.includes(0))
    return { kind: 'skipped', reason: 'it is binary (it contains a NUL byte)' };
  if (!isUtf8(bytes)) return { kind: 'skipped', reason: 'it is not UTF-8' };
  return { kind: 'text', text: () => decoder.decode(bytes) };
}
