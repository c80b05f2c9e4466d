import { z } from 'zod';

const positionSchema: z.ZodType<FindingPosition> = z.object({
  line: z.int().min(1),
  col: z.int().min(1),
});

const findingSchema: z.ZodType<Finding> = z.object({
  check_id: z.string(),
  path: z.string().transform(relativePath),
  start: positionSchema,
  end: positionSchema,
});

/** The core writes `error_type` and `location`, the command line `type` and `path`. */
const rawComplaintSchema = z.object({
  type: z.unknown().optional(),
  error_type: z.unknown().optional(),
  message: z.string().nullish(),
  rule_id: z.string().nullish(),
  path: z.string().nullish(),
  location: z.object({ path: z.string().nullish() }).nullish(),
});

const complaintSchema: z.ZodType<Complaint> = rawComplaintSchema.transform((raw): Complaint => {
  const type = raw.type ?? raw.error_type;
  const name = String(Array.isArray(type) ? type[0] : type);
  const said = (raw.message ?? '').split('\n')[0]?.trim() ?? '';
  const path = raw.path ?? raw.location?.path;
  return {
    effect: effectOf(name, raw.message ?? '', typeof raw.rule_id === 'string'),
    rule: raw.rule_id ?? undefined,
    path: path === undefined || path === null ? undefined : relativePath(path),
    reason: said === '' ? name : `${name}: ${said}`,
  };
});

/** The relevant fields of the JSON output of OpenGrep's core or command line. */
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

export interface Complaint {
  /**
   * `syntax`: the file has a syntax error, and only the parsed part was scanned. `match`: one match
   * of the rule has no location; all others are complete. `rule`: the matches of the rule are
   * missing. `file`: all matches in the file are missing, independent of the named rule.
   */
  readonly effect: 'syntax' | 'match' | 'rule' | 'file';
  readonly rule: string | undefined;
  readonly path: string | undefined;
  /** One line. */
  readonly reason: string;
}

export interface ProgramReport {
  readonly results: readonly Finding[];
  readonly errors: readonly Complaint[];
}

const SYNTAX_ERRORS = new Set([
  'PartialParsing',
  'Syntax error',
  'Other syntax error',
  'Lexical error',
  'AST builder error',
]);

/** Error types that only affect the named rule. */
const RULE_ERRORS = new Set([
  'Timeout',
  'Fixpoint timeout',
  'Too many matches',
  'TooManyMatches',
  'Rule parse error',
  'Pattern parse error',
  'PatternParseError',
  'Invalid YAML',
  'Incompatible rule',
  'IncompatibleRule',
  'Missing plugin',
]);

/** The message of a parser timeout, which is reported as a syntax error. */
const OUT_OF_TIME = /Limit_reached/;

/** The message for a match without tokens, such as an empty list of statements. */
const NO_PLACE = /NoTokenLocation/;

/** Classifies an error. By default, all matches of the file count as missing. */
function effectOf(name: string, message: string, namesRule: boolean): Complaint['effect'] {
  if (SYNTAX_ERRORS.has(name) && !OUT_OF_TIME.test(message)) return 'syntax';
  if (!namesRule) return 'file';
  if (name === 'Internal matching error' && NO_PLACE.test(message)) return 'match';
  return RULE_ERRORS.has(name) ? 'rule' : 'file';
}

/** Normalises a path, because some programs prefix it with `./`. */
function relativePath(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}
