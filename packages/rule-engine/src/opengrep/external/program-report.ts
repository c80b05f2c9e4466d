import { z } from 'zod';
import type { ScanError } from '../../scan-result.ts';

const positionSchema: z.ZodType<FindingPosition> = z.object({
  line: z.int().min(1),
  col: z.int().min(1),
});

const findingSchema: z.ZodType<Finding> = z.object({
  check_id: z.string(),
  path: z.string(),
  start: positionSchema,
  end: positionSchema,
});

const complaintSchema: z.ZodType<Complaint> = z.object({
  type: z.unknown(),
  message: z.string().nullish(),
  rule_id: z.string().nullish(),
  path: z.string().nullish(),
});

/** What of `--json` decides matches; the same for opengrep and semgrep. */
export const programReportSchema: z.ZodType<ProgramReport> = z.object({
  results: z.array(findingSchema),
  errors: z.array(complaintSchema),
});

/** Lines and columns are 1-based; columns count bytes; an end is exclusive. */
export interface Finding {
  readonly check_id: string;
  readonly path: string;
  readonly start: FindingPosition;
  readonly end: FindingPosition;
}

interface FindingPosition {
  readonly line: number;
  readonly col: number;
}

interface Complaint {
  /** A name, or a list that begins with one. */
  readonly type?: unknown;
  readonly message?: string | null | undefined;
  readonly rule_id?: string | null | undefined;
  readonly path?: string | null | undefined;
}

export interface ProgramReport {
  readonly results: readonly Finding[];
  readonly errors: readonly Complaint[];
}

/** Of a file that could be parsed in part, and was scanned in that part. */
const PARSE_ERRORS = new Set([
  'PartialParsing',
  'Syntax error',
  'Other syntax error',
  'Lexical error',
  'AST builder error',
]);

/** What opengrep's parser writes when its time is up: it says so as a syntax error. */
const OUT_OF_TIME = /Limit_reached/;

/** Files with a syntax error, and everything else the program complains of. */
export function complaintsOf(
  report: ProgramReport,
  ruleId: (checkId: string) => string,
): { readonly broken: readonly string[]; readonly errors: readonly ScanError[] } {
  const broken = new Set<string>();
  const errors: ScanError[] = [];
  for (const { type, message, rule_id, path } of report.errors) {
    const name = String(Array.isArray(type) ? type[0] : type);
    const isParseError = PARSE_ERRORS.has(name) && !OUT_OF_TIME.test(message ?? '');
    if (isParseError && typeof path === 'string') {
      broken.add(relativePath(path));
      continue;
    }
    const said = (message ?? '').split('\n')[0]?.trim() ?? '';
    errors.push({
      rule: typeof rule_id === 'string' ? ruleId(rule_id) : null,
      file: typeof path === 'string' ? relativePath(path) : '',
      reason: said === '' ? name : `${name}: ${said}`,
    });
  }
  return { broken: [...broken].sort(), errors };
}

/** As the tree has it, whether or not the program repeats the `.` that it was given. */
export function relativePath(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}
