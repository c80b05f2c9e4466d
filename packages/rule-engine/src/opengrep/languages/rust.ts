import type { Cst } from '../cst.ts';
import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { DOTS, rewritePattern, type RewriteStyle } from '../pattern-text.ts';
import type { Tree } from '../tree.ts';
import { rustProgram } from './rust-statements.ts';

const STYLE: RewriteStyle = { quotes: '"', lineEnd: ';', isSpread: () => false };

export const rust: SourceLanguage = {
  id: 'rust',
  names: ['rust', 'rs'],
  extensions: ['.rs'],
  grammarOf: () => 'Rust',
  isComment: (type) => type === 'line_comment' || type === 'block_comment',
  translate: (root: Cst, source: string): Tree => rustProgram(root, source),
  patternForms,
  typePattern: (type) => `type X = ${type};`,
};

function patternForms(text: string): readonly PatternForm[] {
  const rewritten = rewritePattern(text, STYLE);
  // Parameters, fields and items need more than a name.
  const body = rewritten
    .replace(/(\bfn\s[^{;]*?[(,]\s*)OGDOTS(?=\s*[,)])/g, `$1${DOTS}: ${DOTS}`)
    .replace(/(\bfn\s[^{;]*?[(,]\s*)OGDOTS(?=\s*[,)])/g, `$1${DOTS}: ${DOTS}`)
    .replace(/(\bstruct\b[^{]*\{[^}]*?)OGDOTS;?(?=\s*[,}])/g, `$1${DOTS}: ${DOTS}`)
    .replace(/(\b(?:impl|trait)\b[^{]*\{\s*)OGDOTS;?(?=\s*\})/g, '$1');
  const form = (source: string, extract: (program: Tree) => Pattern | undefined): PatternForm => ({
    grammar: 'Rust',
    source,
    extract,
  });
  const statementsOf = ({ kids }: Tree): readonly Tree[] => kids[0]?.kids[3]?.kids[2]?.kids ?? [];
  // OpenGrep reads neither of these.
  if (/^(?:enum|match)\b|^#!?\[[^\]]*\]$/.test(text)) return [];
  const isOpen = !/[;}]$/.test(body.trim());
  return [
    ...(isOpen
      ? [form(`fn f() { ${body}\n; }`, (program) => expressionOf(statementsOf(program)))]
      : []),
    ...(isOpen ? [form(`${body};\n`, ({ kids }) => importOf(kids))] : []),
    ...(isOpen
      ? []
      : [form(`fn f() { ${body}\n }`, (program) => patternOfStatements(statementsOf(program)))]),
  ];
}

function expressionOf([only, ...others]: readonly Tree[]): Pattern | undefined {
  const [expression] = only?.kids ?? [];
  if (only?.kind !== 'ExprStmt' || expression === undefined || others.length > 0) return undefined;
  return { kind: 'node', tree: expression };
}

function importOf([only, ...others]: readonly Tree[]): Pattern | undefined {
  return only?.kind === 'ImportAs' && others.length === 0
    ? { kind: 'node', tree: only }
    : undefined;
}
