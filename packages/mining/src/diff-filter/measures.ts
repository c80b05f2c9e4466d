import { gzipSync } from 'node:zlib';
import { pathOfFile, type ParsedPatch, type PatchFile } from '@refbench/repos';
import { z } from 'zod';
import type { Languages } from '@refbench/code-facts';
import { sum } from '@refbench/base';
import { signalSchema, signalsOf } from '../signals/signals.ts';

/**
 * Measures for the second stage. They refer to the diff with rename detection, so a moved file is
 * one file.
 */
export const measureSchema = z.strictObject({
  files: z.int(),
  code_files: z.int(),
  added: z.int(),
  removed: z.int(),
  /**
   * Compressed size (gzip level 6) of the changed lines divided by their size. It lies in 0..1 and
   * can be slightly larger for tiny diffs.
   */
  gzip_ratio: z.number(),
  /** The language with the most changed lines. Absent if no code changed. */
  language: z.string().optional(),
  signals: signalSchema,
});

export type Measures = z.infer<typeof measureSchema>;

export function measurePatch(patch: ParsedPatch, languages: Languages): Measures {
  const files = patch.files.map((file) => ({ file, path: pathOfFile(file), ...countLines(file) }));
  const code = files.flatMap(({ path, added, removed }) => {
    const language = languages.of(path);
    return language === undefined ? [] : [{ language, lines: added + removed }];
  });
  const language = mostChanged(code);
  return {
    files: files.length,
    code_files: code.length,
    added: sum(files.map(({ added }) => added)),
    removed: sum(files.map(({ removed }) => removed)),
    gzip_ratio: gzipRatio(patch),
    ...(language === undefined ? {} : { language }),
    signals: signalsOf(patch),
  };
}

/** Compresses the changed lines with their signs, without headers and context. */
function gzipRatio(patch: ParsedPatch): number {
  const parts: Buffer[] = [];
  for (const file of patch.files) {
    for (const hunk of file.hunks) {
      for (const { kind, text } of hunk.lines) {
        if (kind === 'context') continue;
        parts.push(kind === 'added' ? PLUS : MINUS, text, LINE_FEED);
      }
    }
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === 0 ? 1 : gzipSync(bytes, { level: 6 }).length / bytes.length;
}

const PLUS = Buffer.from('+');
const MINUS = Buffer.from('-');
const LINE_FEED = Buffer.from('\n');

function countLines(file: PatchFile): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const hunk of file.hunks) {
    for (const { kind } of hunk.lines) {
      if (kind === 'added') added += 1;
      if (kind === 'removed') removed += 1;
    }
  }
  return { added, removed };
}

function mostChanged(
  code: readonly { readonly language: string; readonly lines: number }[],
): string | undefined {
  const totals = new Map<string, number>();
  for (const { language, lines } of code) {
    totals.set(language, (totals.get(language) ?? 0) + lines);
  }
  return [...totals].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))[0]?.[0];
}
