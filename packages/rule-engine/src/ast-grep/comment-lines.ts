import { LANGUAGE_NAMES, languageOfSource, type Language } from '@refbench/code-facts';
import type { ScanTimeouts } from '../matches/rule-engine.ts';
import type { SourceFile } from '../rule/rule.ts';
import { scanBatch, witnessesOf } from './scan-batch.ts';
import { ScannerProcess } from './scanner-process.ts';
import { sourceText } from './source-text.ts';

/** The node kinds of comments in each grammar, including Rust's doc comments. */
const COMMENT_KINDS: Readonly<Record<Language, readonly string[]>> = {
  C: ['comment'],
  Cpp: ['comment'],
  Css: ['comment'],
  Go: ['comment'],
  Html: ['comment'],
  Java: ['line_comment', 'block_comment'],
  JavaScript: ['comment', 'html_comment'],
  Json: ['comment'],
  Python: ['comment'],
  Rust: ['line_comment', 'block_comment'],
  Tsx: ['comment', 'html_comment'],
  TypeScript: ['comment', 'html_comment'],
  Text: [],
  Yaml: ['comment'],
};

const TIMEOUTS: ScanTimeouts = { fileMs: 30_000, ruleMs: 10_000 };

/** Maps a file to the numbers of its lines that contain only comments. */
export type CommentLines = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Finds comment-only lines with a syntax tree. This includes lines inside block comments and excludes
 * text in strings that looks like a comment. A file is missing in the result if there is no grammar
 * for it, if it has a syntax error, if its comments contain C code (cgo), or if parsing times out.
 * The lines of such a file must be classified one by one.
 */
export async function commentLines(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
): Promise<CommentLines> {
  const kinds = [...new Set(Object.values(COMMENT_KINDS).flat())];
  await using scanner = new ScannerProcess({
    kind: 'rules',
    languages: LANGUAGE_NAMES,
    matchers: kinds.map((kind) => ({ rule: { kind } })),
  });
  const budget = { leftMs: TIMEOUTS.fileMs * 10 };
  const found = new Map<string, ReadonlySet<number>>();
  for await (const { path, bytes } of files) {
    const source = sourceText(bytes);
    if (source.kind === 'skipped') continue;
    const text = source.text();
    const language = languageOfSource(path, text);
    if (language === undefined) continue;
    // The comment before this import is C code.
    if (language === 'Go' && /^import "C"/m.test(text)) continue;
    const rules = COMMENT_KINDS[language].map((kind) => ({ id: kind, index: kinds.indexOf(kind) }));
    const job = { path, language, text, rules };
    const [result] = await scanBatch([job], scanner, TIMEOUTS, budget);
    if (result === undefined || result.broken || result.errors.length > 0) continue;
    const comments = result.matches.flatMap(({ places }) => [...witnessesOf('', path, places)]);
    found.set(path, linesWithin(text, comments));
  }
  return found;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Returns the lines whose non-white-space characters are all inside comments. */
function linesWithin(
  text: string,
  comments: readonly { readonly start: Place; readonly end: Place }[],
): ReadonlySet<number> {
  const lines = text.split('\n');
  const blanked = new Map<number, string>();
  for (const { start, end } of comments) {
    for (let number = start.line; number <= end.line; number += 1) {
      const line = blanked.get(number) ?? lines[number - 1] ?? '';
      const from = number === start.line ? start.column - 1 : 0;
      const to = number === end.line ? end.column - 1 : line.length;
      blanked.set(
        number,
        line.slice(0, from) + ' '.repeat(Math.max(0, to - from)) + line.slice(to),
      );
    }
  }
  const only = [...blanked].filter(
    ([number, rest]) => rest.trim() === '' && (lines[number - 1] ?? '').trim() !== '',
  );
  return new Set(only.map(([number]) => number).sort((left, right) => left - right));
}
