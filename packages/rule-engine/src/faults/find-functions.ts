import { z } from 'zod';
import { languageOfPath, LANGUAGE_NAMES, type Language } from '@refbench/code-facts';
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

/** A function that a fault can be planted in. */
export interface FoundFunction {
  /** Qualified name, such as `Class.method` or `outer.inner`. */
  readonly name: string;
  readonly entry: BodyEntry;
}

const entrySchema: z.ZodType<BodyEntry> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('block'), at: z.int().min(0) }),
  z.strictObject({ kind: z.literal('line'), at: z.int().min(0) }),
  z.strictObject({ kind: z.literal('expression'), at: z.int().min(0), end: z.int().min(0) }),
]);

const answerSchema: z.ZodType<{
  readonly broken: boolean;
  readonly functions: readonly FoundFunction[];
}> = z.object({
  broken: z.boolean(),
  functions: z.array(z.strictObject({ name: z.string(), entry: entrySchema })),
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
 */
export async function* findFunctions(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
): AsyncGenerator<FileFunctions> {
  const greeting = { kind: 'languages', languages: LANGUAGE_NAMES } as const;
  await using finder = new ScannerProcess(greeting, finderPath);
  for await (const { path, bytes } of files) {
    const language = languageOfPath(path);
    const source = sourceText(bytes);
    if (language === undefined || source.kind === 'skipped') continue;
    const text = source.text();
    const answer = await finder.ask({ kind: 'find', language, text }, FILE_MS);
    const parsed = answerSchema.safeParse(answer.kind === 'answered' ? answer.value : undefined);
    if (!parsed.success || parsed.data.broken || parsed.data.functions.length === 0) continue;
    const functions = parsed.data.functions.toSorted(
      (left, right) => left.entry.at - right.entry.at,
    );
    yield { path, language, text, functions };
  }
}
