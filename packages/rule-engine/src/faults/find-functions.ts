import { z } from 'zod';
import { languageOfSource, LANGUAGE_NAMES, type Language } from '@refbench/code-facts';
import type { SourceFile } from '../rule/rule.ts';
import { ScannerProcess } from '../ast-grep/scanner-process.ts';
import { sourceText } from '../ast-grep/source-text.ts';
import { fileURLToPath } from 'node:url';

const finderPath = fileURLToPath(new URL('../../bin/function-finder.mjs', import.meta.url));

/** Parsing a file takes milliseconds. Files that take longer than this are skipped. */
const FILE_MS = 10_000;

/** The start of a function body, in UTF-16 code units of the file's text. */
type BodyEntry =
  /** After its opening brace. */
  | { readonly kind: 'block'; readonly at: number }
  /** Before its first statement, if it has no braces. */
  | { readonly kind: 'line'; readonly at: number }
  /** The body is an expression. */
  | { readonly kind: 'expression'; readonly at: number; readonly end: number };

/**
 * A fault of value: a small change after which the function still runs and returns something else, such as
 * a negated condition, a bound that is off by one, or swapped arguments.
 */
export interface ValueFault {
  /** What kind of change it is, such as `negated-condition`. */
  readonly kind: string;
  /** The replaced range, in UTF-16 code units of the file's text. Empty for an insertion. */
  readonly at: number;
  readonly end: number;
  /** What is put in its place. */
  readonly text: string;
  /** The expression or statement around it, on one line. */
  readonly place: string;
}

/** A function that a fault can be planted in. */
export interface FoundFunction {
  /** Qualified name, such as `Class.method` or `outer.inner`. */
  readonly name: string;
  readonly entry: BodyEntry;
  /** Faults of value, in the order of the text. Empty unless they were asked for. */
  readonly faults: readonly ValueFault[];
}

const entrySchema: z.ZodType<BodyEntry> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('block'), at: z.int().min(0) }),
  z.strictObject({ kind: z.literal('line'), at: z.int().min(0) }),
  z.strictObject({ kind: z.literal('expression'), at: z.int().min(0), end: z.int().min(0) }),
]);

const valueFaultSchema: z.ZodType<ValueFault> = z.strictObject({
  kind: z.string(),
  at: z.int().min(0),
  end: z.int().min(0),
  text: z.string(),
  place: z.string(),
});

const answerSchema: z.ZodType<{
  readonly broken: boolean;
  readonly functions: readonly FoundFunction[];
}> = z.object({
  broken: z.boolean(),
  functions: z.array(
    z.strictObject({ name: z.string(), entry: entrySchema, faults: z.array(valueFaultSchema) }),
  ),
});

export interface FileFunctions {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** In the order of the text. */
  readonly functions: readonly FoundFunction[];
}

/**
 * Finds the functions of source files with a syntax tree. Parsing runs in a child process, because
 * the files are untrusted. Constructors, entry points and functions that are evaluated at compile
 * time are skipped. Files without a grammar, with a syntax error or without functions are not in the
 * result.
 * @param faults whether to list the faults of value of each function
 */
export async function* findFunctions(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  faults = false,
): AsyncGenerator<FileFunctions> {
  const greeting = { kind: 'languages', languages: LANGUAGE_NAMES } as const;
  await using finder = new ScannerProcess(greeting, finderPath);
  for await (const { path, bytes } of files) {
    const source = sourceText(bytes);
    if (source.kind === 'skipped') continue;
    const text = source.text();
    const language = languageOfSource(path, text);
    if (language === undefined) continue;
    const answer = await finder.ask({ kind: 'find', language, text, faults }, FILE_MS);
    const parsed = answerSchema.safeParse(answer.kind === 'answered' ? answer.value : undefined);
    if (!parsed.success || parsed.data.broken || parsed.data.functions.length === 0) continue;
    const functions = parsed.data.functions.toSorted(
      (left, right) => left.entry.at - right.entry.at,
    );
    yield { path, language, text, functions };
  }
}
