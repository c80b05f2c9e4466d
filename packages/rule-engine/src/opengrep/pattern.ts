import { isBroken, snapshot, type ParserNode } from './cst.ts';
import type { Pattern, SourceLanguage } from './language.ts';
import type { Tree } from './tree.ts';

/** The engine's parser: a grammar's name and a text to the root of a syntax tree. */
export type Parse = (grammar: string, text: string) => ParserNode;

/** The pattern in the language's shape; undefined where no form of it parses. */
export function parsePattern(
  text: string,
  language: SourceLanguage,
  parse: Parse,
): Pattern | undefined {
  for (const form of language.patternForms(text.trim())) {
    const root = snapshot(parse(form.grammar, form.source), (type) => language.isComment(type));
    if (isBroken(root)) continue;
    const pattern = form.extract(language.translate(root, form.source, true));
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

/** One statement, one expression, or several statements in a row. */
export function patternOfStatements(statements: readonly Tree[]): Pattern | undefined {
  const [only] = statements;
  if (only === undefined) return undefined;
  if (statements.length > 1) return { kind: 'statements', list: statements };
  const [expression] = only.kids;
  // A written semicolon makes it a statement, which is also looked for inside other expressions.
  if (only.kind === 'ExprStmt' && only.text !== ';' && expression !== undefined) {
    return { kind: 'node', tree: expression };
  }
  return { kind: 'node', tree: only };
}
