import { witnessSchema, type Witness } from '@refbench/contracts';
import { z } from 'zod';

/** A file that holds source of a rule's language and yet was not scanned. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** A rule whose matches in a file are unknown; `rule` is null when the file failed before any rule. */
export interface ScanError {
  readonly rule: string | null;
  readonly file: string;
  readonly reason: string;
}

/**
 * `witnesses` are all matches only when `skipped` and `errors` are empty: a rule without witnesses
 * may be taken for unmatched only then.
 */
export interface ScanResult {
  /** By file, place and rule. */
  readonly witnesses: readonly Witness[];
  readonly skipped: readonly SkippedFile[];
  readonly errors: readonly ScanError[];
  /** Files with a syntax error: what stands in and behind the error may not be matched. */
  readonly broken: readonly string[];
}

/** Of a scan that was kept as a file. */
export const scanResultSchema: z.ZodType<ScanResult> = z.strictObject({
  witnesses: z.array(witnessSchema),
  skipped: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  errors: z.array(
    z.strictObject({ rule: z.string().nullable(), file: z.string(), reason: z.string() }),
  ),
  broken: z.array(z.string()),
});
