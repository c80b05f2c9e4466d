import type { Cst } from '../cst.ts';
import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { rewritePattern, type RewriteStyle } from '../pattern-text.ts';
import type { Tree } from '../tree.ts';
import { cProgram } from './c-statements.ts';

const STYLE: RewriteStyle = { quotes: '"\'', lineEnd: ';', isSpread: () => false };

export const c: SourceLanguage = cLanguage('c', ['c'], 'C', ['.c', '.h']);

export const cpp: SourceLanguage = cLanguage('cpp', ['cpp', 'c++'], 'Cpp', [
  '.cc',
  '.cpp',
  '.cxx',
  '.c++',
  '.pcc',
  '.tpp',
  '.C',
  '.h',
  '.hh',
  '.hpp',
  '.hxx',
  '.inl',
  '.ipp',
]);

function cLanguage(
  id: string,
  names: readonly string[],
  grammar: string,
  extensions: readonly string[],
): SourceLanguage {
  return {
    id,
    names,
    extensions,
    grammarOf: () => grammar,
    isComment: (type) => type === 'comment',
    translate: (root: Cst, source: string): Tree => cProgram(root, source),
    patternForms: (text) => patternForms(text, grammar),
    typePattern: (type) => `${type} x;`,
  };
}

function patternForms(text: string, grammar: string): readonly PatternForm[] {
  const body = rewritePattern(text, STYLE);
  const form = (source: string, extract: (program: Tree) => Pattern | undefined): PatternForm => ({
    grammar,
    source,
    extract,
  });
  const inFunction = ({ kids }: Tree): Pattern | undefined => {
    const block = kids[0]?.kids[3]?.kids[2];
    return block === undefined ? undefined : patternOfStatements(block.kids);
  };
  if (!/[;}]$/.test(body.trim())) {
    return [form(`void f() { ${body}\n; }`, (program) => onlyExpression(inFunction(program)))];
  }
  return [
    form(`void f() { ${body}\n }`, inFunction),
    form(`${body}\n`, ({ kids }) => patternOfStatements(kids)),
  ];
}

/** The semicolon is not the pattern's. */
function onlyExpression(pattern: Pattern | undefined): Pattern | undefined {
  if (pattern?.kind !== 'node' || pattern.tree.kind !== 'ExprStmt') return undefined;
  const [expression] = pattern.tree.kids;
  return expression === undefined ? undefined : { kind: 'node', tree: expression };
}
