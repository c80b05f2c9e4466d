import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { rewritePattern, type RewriteStyle } from '../pattern-text.ts';
import type { Tree } from '../tree.ts';
import { ECMA_STYLE, resolveEcma } from './ecma-names.ts';
import { ecmaProgram } from './ecma-statements.ts';

const style = (lineEnd: string): RewriteStyle => ({
  quotes: '"\'`',
  lineEnd,
  typed: (name, type) => `(${name} as OGTYPED<${type}>)`,
  // `...rest`, but not a `...` before a comma or bracket.
  isSpread: (_before, behind) => /^[\w[{($]/.test(behind),
});

export const typescript: SourceLanguage = {
  id: 'typescript',
  names: ['typescript', 'ts'],
  extensions: ['.ts', '.tsx'],
  grammarOf: (path) => (path.endsWith('.tsx') ? 'Tsx' : 'TypeScript'),
  isComment: (type) => type === 'comment' || type === 'html_comment',
  translate: ecmaProgram,
  constantStyle: ECMA_STYLE,
  resolve: resolveEcma,
  patternForms: (text) => patternForms(text, ['Tsx', 'TypeScript']),
  typePattern: (type) => `let x: ${type}`,
};

export const javascript: SourceLanguage = {
  ...typescript,
  id: 'javascript',
  names: ['javascript', 'js'],
  // OpenGrep runs its rules on TypeScript, too, but not the other way round.
  extensions: ['.js', '.jsx', '.cjs', '.mjs', '.ts', '.tsx'],
  grammarOf: (path) => (path.endsWith('.ts') ? 'TypeScript' : 'Tsx'),
};

/** A method: a name, parameters and a body. */
const METHOD =
  /^(?!(?:if|for|while|switch|catch|function|with)\b)(?:(?:async|static|get|set|private|public|protected)\s+)*[\w$#]+\s*\([^]*\)\s*(?::[^{]*)?\{[^]*\}$/;

/** What OpenGrep has no shape for in a pattern; it then matches every statement. */
const BARE_EXPORT = /^export\s*(?:\{|default\b)/;

/** Of a function or class that is exported as default only the definition is looked for. */
const DEFAULT_DEFINITION =
  /^export\s+default\s+(?=(?:async\s+)?function\b|(?:abstract\s+)?class\b)/;

function patternForms(written: string, grammars: readonly string[]): readonly PatternForm[] {
  const text = written.replace(DEFAULT_DEFINITION, '');
  const [grammar = 'Tsx'] = grammars;
  if (BARE_EXPORT.test(text)) {
    return [{ grammar, source: '', extract: () => ({ kind: 'any-statement' }) }];
  }
  const forms: PatternForm[] = [];
  for (const lineEnd of [';', ',', '']) {
    const body = rewritePattern(
      text.replace(/\bfor\s*\(\s*\.\.\.\s*\)/g, 'for (...;;)'),
      style(lineEnd),
    ).trim();
    for (const grammar of grammars) {
      const add = (source: string, extract: (program: Tree) => Pattern | undefined): void => {
        forms.push({ grammar, source, extract });
      };
      // An object or a function stands for itself, not for a block or declaration.
      if (/^(?:\{|(?:async\s+)?function\b\s*\*?\s*\()/.test(body)) add(`(${body})`, expression);
      if (METHOD.test(body)) add(`class C {\n${body}\n}`, member);
      add(body, ({ kids }) => program(kids));
      add(`({${body}})`, field);
      add(`(${body})`, expression);
      add(`class C {\n${body}\n}`, member);
      add(`try {} ${body}`, handler);
      add(`switch (x) {\n${body}\n}`, switchCase);
    }
  }
  return forms;
}

function program(statements: readonly Tree[]): Pattern | undefined {
  if (statements.some(({ kind }) => kind === 'Label')) return undefined;
  return patternOfStatements(statements);
}

function expression({ kids }: Tree): Pattern | undefined {
  const [only] = kids;
  const [inner] = only?.kind === 'ExprStmt' ? only.kids : [];
  return kids.length === 1 && inner !== undefined ? { kind: 'node', tree: inner } : undefined;
}

/** `name: value` of an object. */
function field(parsed: Tree): Pattern | undefined {
  const found = expression(parsed);
  const fields =
    found?.kind === 'node' && found.tree.kind === 'Record' ? found.tree.kids[0]?.kids : undefined;
  const [only] = fields ?? [];
  if (fields?.length !== 1 || only === undefined || only.kind === 'ExprStmt') return undefined;
  return { kind: 'node', tree: only };
}

function member({ kids }: Tree): Pattern | undefined {
  const members = kids[0]?.kids.at(-1)?.kids ?? [];
  const [only] = members;
  return members.length === 1 && only?.kind === 'FuncDef'
    ? { kind: 'node', tree: only }
    : undefined;
}

function handler({ kids }: Tree): Pattern | undefined {
  const [only] = kids[0]?.kids[1]?.kids ?? [];
  return only?.kind === 'Catch' ? { kind: 'node', tree: only } : undefined;
}

/** `case x: ...` stands for itself. */
function switchCase({ kids }: Tree): Pattern | undefined {
  const cases = kids[0]?.kind === 'Switch' ? (kids[0].kids[1]?.kids ?? []) : [];
  const [only] = cases;
  return cases.length === 1 && only !== undefined ? { kind: 'node', tree: only } : undefined;
}
