import { witnessSchema, type Witness } from '@refbench/contracts';
import { z } from 'zod';

/** A file in a language of the rules that was not scanned. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** A rule whose matches in a file are unknown. `rule` is null if the file failed before any rule ran. */
export interface ScanError {
  readonly rule: string | null;
  readonly file: string;
  readonly reason: string;
}

/**
 * The result of a scan. `witnesses` are complete only if `skipped` and `errors` are empty. Only then
 * does a rule without witnesses not match.
 */
export interface ScanResult {
  /** Witnesses sorted by file, position and rule. */
  readonly witnesses: readonly Witness[];
  readonly skipped: readonly SkippedFile[];
  readonly errors: readonly ScanError[];
  /** Files with a syntax error. Code in and after the error may not be matched. */
  readonly broken: readonly string[];
}

/** The schema of stored scan results. */
export const scanResultSchema: z.ZodType<ScanResult> = z.strictObject({
  witnesses: z.array(witnessSchema),
  skipped: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  errors: z.array(
    z.strictObject({ rule: z.string().nullable(), file: z.string(), reason: z.string() }),
  ),
  broken: z.array(z.string()),
});
