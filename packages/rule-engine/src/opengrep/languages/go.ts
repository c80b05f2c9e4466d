import type { Cst } from '../cst.ts';
import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { rewritePattern, type RewriteStyle } from '../pattern-text.ts';
import { any, type Tree } from '../tree.ts';
import { GO_STYLE, resolveGo } from './go-names.ts';
import { goProgram } from './go-statements.ts';

const style = (lineEnd: string): RewriteStyle => ({
  quotes: '"`\'',
  lineEnd,
  typed: (name, type) => `(OGTYPED_${name}.(${type}))`,
  // `xs...` and `...T`, but not a `...` between blanks or commas.
  isSpread: (before, behind) =>
    (/[\w)\]]$/.test(before) && /^\s*\)/.test(behind)) || /^[\w*[($]/.test(behind),
});

export const go: SourceLanguage = {
  id: 'go',
  names: ['go', 'golang'],
  extensions: ['.go'],
  grammarOf: () => 'Go',
  isComment: (type) => type === 'comment',
  translate: (root: Cst, source: string): Tree => goProgram(root, source),
  constantStyle: GO_STYLE,
  resolve: resolveGo,
  patternForms,
  typePattern: (type) => `var _ ${type}`,
};

function patternForms(written: string): readonly PatternForm[] {
  const block = /^import\s*\(([^()]*)\)/.exec(written);
  // A block of imports stands for them one after the other; OpenGrep parses nothing behind it.
  if (block !== null && block[0] !== written) return [];
  const text = block === null ? written : written.replace(/^\s*\.\.\.\s*$/gm, '');
  const forms: PatternForm[] = [];
  const add = (source: string, extract: (program: Tree) => Pattern | undefined): void => {
    forms.push({ grammar: 'Go', source, extract });
  };
  for (const lineEnd of ['', ',']) {
    const body = rewritePattern(text, style(lineEnd));
    add(`package p\nfunc f() {\n${body}\n}\n`, inFunction);
    add(`package p\n${body}\n`, ({ kids }) => topLevel(kids.slice(1)));
    add(`${body}\n`, ({ kids }) => topLevel(kids));
    add(`package p\nvar _ = T{${body}}\n`, singleField);
    if (body.startsWith('{')) add(`package p\nvar _ = T{${body}}\n`, nestedLiteral);
    add(`package p\nfunc f() {\n${body} {}\n}\n`, inFunction);
    // A head without its block.
    add(`package p\nfunc f() {\nswitch x {\n${body}\n}\n}\n`, switchCase);
  }
  return forms;
}

function inFunction({ kids }: Tree): Pattern | undefined {
  const body = kids[1]?.kids[3]?.kids[2];
  // A label with a statement is a field with its value.
  if (body === undefined || body.kids.some(({ kind }) => kind === 'Label')) return undefined;
  return patternOfStatements(body.kids);
}

function topLevel(statements: readonly Tree[]): Pattern | undefined {
  const [only] = statements;
  if (statements.some(({ kind }) => kind === 'Label')) return undefined;
  if (statements.length === 1 && only?.kind === 'FuncDef') {
    const [attributes, name, parameters, definition] = only.kids;
    const [params, result, body] = definition?.kids ?? [];
    if (!attributes || !name || !parameters || !definition || !params || !result || !body) {
      return undefined;
    }
    if (body.kind === 'NoBody') {
      const head = { ...definition, kids: [params, result, any(body)] };
      return { kind: 'partial', tree: { ...only, kids: [attributes, name, parameters, head] } };
    }
  }
  return patternOfStatements(statements);
}

/** `Name: value` of a literal. */
function singleField({ kids }: Tree): Pattern | undefined {
  const args = kids[1]?.kids[3]?.kids[1];
  const [only] = args?.kids ?? [];
  if (args?.kids.length !== 1 || only?.kind !== 'KeywordArg') return undefined;
  return { kind: 'node', tree: only };
}

function nestedLiteral({ kids }: Tree): Pattern | undefined {
  const [only] = kids[1]?.kids[3]?.kids[1]?.kids ?? [];
  return only?.kind === 'List' ? { kind: 'node', tree: only } : undefined;
}

function switchCase(program: Tree): Pattern | undefined {
  const found = inFunction(program);
  if (found?.kind !== 'node' || found.tree.kind !== 'Switch') return undefined;
  const [only] = found.tree.kids[1]?.kids ?? [];
  return only === undefined ? undefined : { kind: 'node', tree: only };
}
