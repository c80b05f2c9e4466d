import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { RecipeFile } from '@refbench/env-builder';
import { extract, type Header } from 'tar-stream';

/** The files of a builder below /scripts. */
export type RecipeArchive =
  | {
      readonly kind: 'files';
      /** Files by path below /scripts. */
      readonly files: ReadonlyMap<string, RecipeFile>;
    }
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] };

const MAX_FILES = 200;
const MAX_BYTES = 2_000_000;

/** A path that is neither hidden nor leads out of the folder. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*){0,5}$/;

/**
 * Reads an untrusted tar of /scripts. It may contain a limited number of small, regular text files
 * with plain names.
 */
export async function readRecipeArchive(archive: Readable): Promise<RecipeArchive> {
  const reader = extract();
  const files = new Map<string, RecipeFile>();
  const reasons: string[] = [];
  let bytes = 0;
  const piped = pipeline(archive, reader).catch((error: unknown) => {
    reasons.push(
      `the archive cannot be read: ${error instanceof Error ? error.message : 'broken'}`,
    );
  });
  try {
    for await (const entry of reader) {
      const name = nameOf(entry.header);
      bytes += entry.header.size ?? 0;
      const reason = whyNot(name, entry.header, { bytes, files: files.size });
      if (reason !== undefined) {
        if (reasons.length < 20) reasons.push(reason);
        entry.resume();
      } else if (entry.header.type === 'file') {
        const text = textOf(await buffer(entry));
        if (text === undefined) reasons.push(`${name} is not UTF-8 text`);
        else files.set(name, { text, executable: ((entry.header.mode ?? 0) & 0o111) !== 0 });
      } else entry.resume();
    }
  } catch {
    // The pipeline reports the error.
  }
  await piped;
  return reasons.length === 0 ? { kind: 'files', files } : { kind: 'invalid', reasons };
}

/** The engine also lists the folder itself. */
function nameOf({ name }: Header): string {
  return name.replace(/^(\.\/)?(scripts\/)?/, '').replace(/\/$/, '');
}

function whyNot(
  name: string,
  { type }: Header,
  before: { readonly bytes: number; readonly files: number },
): string | undefined {
  if (type === 'directory' && (name === '' || name === '.' || NAME.test(name))) return undefined;
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a plain name`;
  if (type !== 'file')
    return `${name} is of type ${type ?? 'unknown'}; only regular files are accepted`;
  if (before.bytes > MAX_BYTES)
    return `${name}: all files together are larger than ${MAX_BYTES} bytes`;
  if (before.files >= MAX_FILES) return `${name}: there are more than ${MAX_FILES} files`;
  return undefined;
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
