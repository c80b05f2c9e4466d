import type { Cst } from '../cst.ts';
import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { any, type Tree } from '../tree.ts';
import { JAVA_STYLE, resolveJava } from './java-names.ts';
import { javaPatternText, NO_METHOD } from './java-pattern.ts';
import { javaProgram } from './java-statements.ts';

export const java: SourceLanguage = {
  id: 'java',
  names: ['java'],
  extensions: ['.java'],
  grammarOf: () => 'Java',
  isComment: (type) => type === 'line_comment' || type === 'block_comment',
  translate: (root: Cst, source: string): Tree => javaProgram(root, source),
  constantStyle: JAVA_STYLE,
  resolve: resolveJava,
  patternForms,
  typePattern: (type) => `${type} x;`,
};

function patternForms(text: string): readonly PatternForm[] {
  const body = javaPatternText(text);
  const form = (source: string, extract: (program: Tree) => Pattern | undefined): PatternForm => ({
    grammar: 'Java',
    source,
    extract,
  });
  const expression = form(`class C { Object o = ${body}\n; }`, fieldValue);
  const heads = [
    form(`class C { ${body}\n{ } }`, ({ kids }) => headOf(membersOf(kids[0]))),
    form(`${body}\n{ }`, ({ kids }) => headOf(kids)),
    form(`${body};\n`, importOnly),
    form(`${body}\nclass C { }`, annotation),
  ];
  const members = form(`class C { ${body}\n }`, ({ kids }) => memberPattern(membersOf(kids[0])));
  const file = form(`${body}\n`, ({ kids }) => patternOfStatements(kids));
  // The parser adds a missing semicolon in thought, so that what has no end would fit anywhere.
  if (/^(?:super|this)\s*\(/.test(text) && !text.endsWith(';')) {
    return [form(`class C { C() { ${body}; } }`, constructorCall)];
  }
  if (!/[;}]$/.test(body.trim())) return [expression, ...heads];
  return [
    ...(/^new\b|->/.test(text) && text.endsWith('}') ? [expression] : []),
    ...(/^(?:package|import)\b/.test(text) ? [file] : []),
    members,
    form(`class C { void f() { ${body}\n } }`, inMethod),
    form(`class C { C() { ${body}\n } }`, inMethod),
    file,
    form(`class C { void f() { try { } ${body}\n } }`, catchClause),
    ...heads,
  ];
}

const membersOf = (definition: Tree | undefined): readonly Tree[] =>
  definition?.kids.at(-1)?.kids ?? [];

function fieldValue({ kids }: Tree): Pattern | undefined {
  const [only, ...others] = membersOf(kids[0]);
  const value = only?.kind === 'VarDef' && others.length === 0 ? only.kids[3] : undefined;
  return value === undefined ? undefined : { kind: 'node', tree: value };
}

/** The parser takes any word for a name where it helps, so `try { }` for a method. */
function memberPattern(members: readonly Tree[]): Pattern | undefined {
  const names = members.map((member) => (member.kind === 'FuncDef' ? member.kids[1]?.text : ''));
  if (names.some((name) => NO_METHOD.test(name ?? ''))) return undefined;
  return patternOfStatements(members);
}

function inMethod({ kids }: Tree): Pattern | undefined {
  const [method] = membersOf(kids[0]);
  const body = method?.kids[3]?.kids.at(-1);
  return body === undefined ? undefined : patternOfStatements(body.kids);
}

function constructorCall(program: Tree): Pattern | undefined {
  const found = inMethod(program);
  const [call] = found?.kind === 'node' && found.tree.kind === 'ExprStmt' ? found.tree.kids : [];
  return call === undefined ? undefined : { kind: 'node', tree: call };
}

function importOnly({ kids }: Tree): Pattern | undefined {
  const [only, ...others] = kids;
  const isImport = only?.kind === 'ImportAs' || only?.kind === 'Package';
  return isImport && others.length === 0 ? { kind: 'node', tree: only } : undefined;
}

/** An annotation by itself. */
function annotation({ kids }: Tree): Pattern | undefined {
  const [only, ...others] = kids;
  const [attribute, ...more] = only?.kids[0]?.kids ?? [];
  if (attribute === undefined || more.length > 0 || others.length > 0) return undefined;
  return { kind: 'node', tree: attribute };
}

function catchClause(program: Tree): Pattern | undefined {
  const found = inMethod(program);
  const [only] = found?.kind === 'node' ? (found.tree.kids[2]?.kids ?? []) : [];
  return only?.kind === 'Catch' ? { kind: 'node', tree: only } : undefined;
}

/** A definition without its body. */
function headOf(definitions: readonly Tree[]): Pattern | undefined {
  const [only, ...others] = definitions;
  if (only === undefined || others.length > 0) return undefined;
  const last = only.kids.at(-1);
  if (last === undefined) return undefined;
  if (only.kind === 'ClassDef') {
    return { kind: 'partial', tree: { ...only, kids: [...only.kids.slice(0, -1), any(last)] } };
  }
  if (only.kind !== 'FuncDef') return undefined;
  const func = { ...last, kids: [...last.kids.slice(0, -1), any(last)] };
  return { kind: 'partial', tree: { ...only, kids: [...only.kids.slice(0, -1), func] } };
}
