import { z } from 'zod';
import { countOf } from '../numbers.ts';

type Path = readonly PropertyKey[];

export interface DescribeOptions {
  /** The validated value, so that the description can show what was found. */
  readonly value?: unknown;
  /** The schema, so that examples from `.meta({ examples })` can be shown. */
  readonly schema?: z.ZodType;
  /** Returns the line of a field in the file, counted from 1. Undefined if it is not known. */
  readonly lineOf?: (path: Path) => number | undefined;
}

const MAX_ISSUES = 5;

/** Describes each issue of zod: the line, the field, what was expected and what was found. */
export function describeIssues(error: z.ZodError, options: DescribeOptions = {}): string {
  const shown = error.issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue, options));
  const more = error.issues.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function describeIssue(issue: z.core.$ZodIssue, options: DescribeOptions): string {
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue);
    if (branch !== undefined) {
      return describeIssue({ ...branch, path: [...issue.path, ...branch.path] }, options);
    }
  }
  const line = options.lineOf?.(issue.path);
  const field = issue.path.map(String).join('.') || 'the whole';
  return `${line === undefined ? '' : `line ${line}: `}${field}: ${describeMismatch(issue, options)}`;
}

function describeMismatch(issue: z.core.$ZodIssue, { value, schema }: DescribeOptions): string {
  if (issue.code === 'unrecognized_keys') {
    const known = keysOf(schemaAt(schema, issue.path));
    const unknown = issue.keys.map((key) => `"${key}"`).join(', ');
    return `unknown field ${unknown}${known.length === 0 ? '' : `; the fields are ${known.join(', ')}`}`;
  }
  const found = valueAt(value, issue.path);
  const missing = value !== undefined && found === undefined;
  const actual = value === undefined ? '' : missing ? '' : `, found ${abbreviate(found)}`;
  const examples = schemaAt(schema, issue.path)?.meta()?.['examples'];
  const example =
    Array.isArray(examples) && examples.length > 0 ? `, e.g. ${JSON.stringify(examples[0])}` : '';
  const expected = `${expectation(issue)}${actual}${example}`;
  return missing ? `it is missing; ${expected}` : expected;
}

/** Describes the expectation for the author of the file. */
function expectation(issue: z.core.$ZodIssue): string {
  // A message of the schema itself takes precedence.
  if (!/^(?:Invalid |Too (?:small|big)|Unrecognized )/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return `expected ${nameOfType(issue.expected)}`;
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((one) => JSON.stringify(one));
    return `expected ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
  }
  if (issue.code === 'too_small') {
    return sizeOf('at least', Number(issue.minimum), issue.origin, issue.inclusive);
  }
  if (issue.code === 'too_big') {
    return sizeOf('at most', Number(issue.maximum), issue.origin, issue.inclusive);
  }
  if (issue.code === 'invalid_format') {
    return `expected ${FORMATS[issue.format] ?? `a text of the form ${issue.pattern ?? issue.format}`}`;
  }
  return issue.message;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  url: 'a URL such as https://example.org/a.git',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'null',
};

function nameOfType(type: string): string {
  return TYPES[type] ?? type;
}

const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
};

function sizeOf(bound: string, limit: number, origin: string, inclusive = true): string {
  const unit = UNITS[origin];
  const size = unit === undefined ? String(limit) : countOf(limit, unit);
  if (inclusive) return `expected ${bound} ${size}`;
  return `expected ${bound === 'at least' ? 'more' : 'less'} than ${size}`;
}

/** Returns the closest alternative, whose first issue has the longest path. */
function closestBranch(
  issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>,
): z.core.$ZodIssue | undefined {
  const firsts = issue.errors.flatMap(([first]) => first ?? []);
  return firsts.toSorted((left, right) => right.path.length - left.path.length)[0];
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

function abbreviate(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Returns the schema of a field. Undefined if the path cannot be followed. */
function schemaAt(schema: z.ZodType | undefined, path: Path): z.ZodType | undefined {
  let at = schema === undefined ? undefined : unwrap(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = asSchema(at.shape[String(key)]);
    else if (at instanceof z.ZodArray) at = asSchema(at.element);
    else if (at instanceof z.ZodRecord) at = asSchema(at.valueType);
    else return undefined;
    if (at === undefined) return undefined;
    at = at.meta()?.['examples'] === undefined ? unwrap(at) : at;
  }
  return at;
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    const inner = asSchema(schema.unwrap());
    return inner === undefined ? schema : unwrap(inner);
  }
  return schema;
}

function asSchema(value: unknown): z.ZodType | undefined {
  return value instanceof z.ZodType ? value : undefined;
}

function keysOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
