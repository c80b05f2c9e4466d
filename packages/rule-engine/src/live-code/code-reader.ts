import { fileURLToPath } from 'node:url';
import { LANGUAGE_NAMES, languageOfPath, type Language } from '@refbench/code-facts';
import { z } from 'zod';
import { ScannerProcess } from '../ast-grep/scanner-process.ts';
import { sourceText } from '../ast-grep/source-text.ts';
import type { SourceFile } from '../rule/rule.ts';

const readerPath = fileURLToPath(new URL('../../bin/code-reader.mjs', import.meta.url));

/** Parsing takes milliseconds. A file that takes longer is read as it is. */
const FILE_MS = 20_000;

/** A range of a text in UTF-16 code units, from start to end. */
type Range = [start: number, end: number];

/** Text of a file without an effect on what the program does. */
export interface IdleRanges {
  readonly comments: readonly Range[];
  readonly dead: readonly Range[];
}

const rangeSchema: z.ZodType<Range> = z.tuple([z.int().min(0), z.int().min(0)]);

const idleSchema: z.ZodType<IdleRanges> = z.strictObject({
  comments: z.array(rangeSchema),
  dead: z.array(rangeSchema),
});

const plainSchema: z.ZodType<{ readonly text: string }> = z.object({ text: z.string() });

/** A module of tests within a source file of Rust. The range is that of the whole module. */
export interface TestModule {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const modulesSchema: z.ZodType<{ readonly modules: readonly TestModule[] }> = z.object({
  modules: z.array(
    z.strictObject({ name: z.string(), start: z.int().min(0), end: z.int().min(0) }),
  ),
});

/**
 * Reads source files with a syntax tree, in a child process, because the files are untrusted. A file
 * without a grammar, or that takes too long, has no answer.
 */
export class CodeReader implements AsyncDisposable {
  private readonly process = new ScannerProcess(
    { kind: 'languages', languages: LANGUAGE_NAMES },
    readerPath,
  );

  /** Finds comments and code that does nothing. */
  async idleRanges(
    file: SourceFile,
  ): Promise<(IdleRanges & { readonly text: string }) | undefined> {
    const source = readable(file);
    if (source === undefined) return undefined;
    const answer = await this.process.ask({ kind: 'read', ...source }, FILE_MS);
    const parsed = idleSchema.safeParse(answer.kind === 'answered' ? answer.value : undefined);
    return parsed.success ? { ...source, ...parsed.data } : undefined;
  }

  /**
   * Writes a file in plain spelling: without new aliases, computed names of members, and reflection.
   * @param known names that are no new aliases
   */
  async plainSpelling(file: SourceFile, known: Iterable<string>): Promise<string | undefined> {
    const source = readable(file);
    if (source === undefined) return undefined;
    const answer = await this.process.ask(
      { kind: 'respell', ...source, known: [...known] },
      FILE_MS,
    );
    const parsed = plainSchema.safeParse(answer.kind === 'answered' ? answer.value : undefined);
    return parsed.success ? parsed.data.text : undefined;
  }

  /** Finds modules of tests within a source file. Only Rust has them. */
  async testModules(file: SourceFile): Promise<readonly TestModule[]> {
    const source = readable(file);
    if (source?.language !== 'Rust') return [];
    const answer = await this.process.ask({ kind: 'tests', ...source }, FILE_MS);
    const parsed = modulesSchema.safeParse(answer.kind === 'answered' ? answer.value : undefined);
    return parsed.success ? parsed.data.modules : [];
  }

  /** The child process may be reused by another reader. */
  [Symbol.asyncDispose](): Promise<void> {
    this.process.release();
    return Promise.resolve();
  }
}

/** Languages whose code has statements and names. */
const READ: ReadonlySet<Language> = new Set([
  'C',
  'Cpp',
  'Go',
  'Java',
  'JavaScript',
  'Python',
  'Rust',
  'Tsx',
  'TypeScript',
] satisfies readonly Language[]);

function readable({
  path,
  bytes,
}: SourceFile): { readonly language: Language; readonly text: string } | undefined {
  const language = languageOfPath(path);
  if (language === undefined || !READ.has(language)) return undefined;
  const source = sourceText(bytes);
  if (source.kind === 'skipped') return undefined;
  const text = source.text();
  // The comment before this import is C code.
  if (language === 'Go' && /^import "C"/m.test(text)) return undefined;
  return { language, text };
}
