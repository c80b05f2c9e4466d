import { has, kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, tree, type Span, type Tree } from '../tree.ts';
import { ecmaExpression } from './ecma-expressions.ts';
import { ecmaStatement } from './ecma-statements.ts';
import { list, parts, type SourceText } from './translator.ts';

const path = (node: Cst, source: SourceText): Tree =>
  tree('Path', 'other', node, [], source.text(node).slice(1, -1));

/** One import may be several: its default, its namespace and its named parts are each one. */
export function importStatement(node: Cst, source: SourceText): readonly Tree[] {
  // In a pattern, OpenGrep drops imports of types and exports of what is not declared with them.
  if (source.isPattern && has(node, 'type')) return [];
  const from = kid(node, 'string') ?? node;
  const module = path(from, source);
  const at: Span = { start: node.start, end: from.end };
  const clause = kid(node, 'import_clause');
  const required = kid(node, 'import_require_clause');
  if (required !== undefined) {
    const [name, file] = parts(required);
    if (name === undefined || file === undefined) return [];
    return [tree('ImportAs', 'stmt', node, [path(file, source), source.name(name)])];
  }
  if (clause === undefined) return [tree('ImportAs', 'stmt', at, [module, any(from)])];
  return parts(clause).flatMap((part) => {
    if (part.type === 'identifier') {
      const word = tree('Name', 'other', part, [], 'default');
      return [
        importFrom(at, module, [tree('ImportName', 'other', part, [word, source.name(part)])]),
      ];
    }
    if (part.type === 'namespace_import') {
      return [tree('ImportAs', 'stmt', at, [module, source.name(parts(part)[0] ?? part)])];
    }
    const names = parts(part)
      .filter((specifier) => source.text(specifier) !== DOTS)
      .map((specifier) => importName(specifier, source));
    return [importFrom(at, module, names)];
  });
}

const importFrom = (at: Span, module: Tree, names: readonly Tree[]): Tree =>
  tree('ImportFrom', 'stmt', at, [module, list('Subset', at, names)]);

function importName(specifier: Cst, source: SourceText): Tree {
  const [name, alias] = parts(specifier);
  if (name === undefined) return source.name(specifier);
  const local = alias === undefined ? any(specifier) : source.name(alias);
  return tree('ImportName', 'other', specifier, [source.name(name), local]);
}

/** What is exported is declared first, and then named as an export. */
export function exportStatement(node: Cst, source: SourceText): readonly Tree[] {
  const from = kid(node, 'string');
  const clause = kid(node, 'export_clause');
  if (source.isPattern && (clause !== undefined || has(node, 'default'))) return [];
  if (clause !== undefined)
    return parts(clause).flatMap((specifier) => exportName(node, specifier, from, source));
  if (from !== undefined) {
    const alias = kid(node, 'namespace_export');
    const kids = [
      path(from, source),
      ...(alias === undefined ? [] : [source.name(parts(alias)[0] ?? alias)]),
    ];
    return [tree('ReExport', 'stmt', { start: node.start, end: from.end }, kids)];
  }
  const decorators = node.kids.filter((part) => part.type === 'decorator');
  const exported = parts(node).find((part) => part.type !== 'decorator');
  if (exported === undefined) return [];
  const whole =
    decorators.length === 0 ? exported : { ...exported, kids: [...decorators, ...exported.kids] };
  const isDefault = has(node, 'default');
  if (isDefault) return defaultExport(node, whole, source);
  const declared = ecmaStatement(whole, source).map((statement) =>
    decorated(statement, decorators),
  );
  return declared.flatMap((statement) => [statement, ...exportOf(node, statement)]);
}

/** Decorators before `export` are of the class behind it. */
const decorated = (statement: Tree, decorators: readonly Cst[]): Tree =>
  decorators[0] === undefined ? statement : { ...statement, start: decorators[0].start };

function exportOf(node: Cst, statement: Tree): readonly Tree[] {
  const name = statement.kids.find((kid) => kid.kind === 'Name');
  return name === undefined ? [] : [exported(node, name)];
}

const exported = (node: Span, name: Tree): Tree =>
  tree('Export', 'stmt', { start: node.start, end: Math.max(name.end, node.start) }, [name]);

function defaultExport(node: Cst, value: Cst, source: SourceText): readonly Tree[] {
  const word = node.kids.find((part) => part.type === 'default') ?? node;
  const name = tree('Name', 'other', word, [], 'default');
  const keyword = list('Attrs', word, [tree('Keyword', 'other', word, [], 'const')]);
  const isDeclaration =
    /declaration$|^(?:class|function)/.test(value.type) &&
    kid(value, 'identifier', 'type_identifier') !== undefined;
  const [declared] = isDeclaration ? ecmaStatement(value, source) : [];
  const declaredName = declared?.kids.find((kid) => kid.kind === 'Name');
  const content =
    declaredName === undefined
      ? ecmaExpression(value, source)
      : tree('Id', 'expr', declaredName, [], declaredName.text);
  const span = { start: word.start, end: Math.max(word.end, content.end) };
  const definition = tree('VarDef', 'stmt', span, [keyword, name, any(word), content]);
  return [
    ...(declared === undefined ? [] : [declared]),
    definition,
    exported({ start: node.start, end: word.end }, name),
  ];
}

function exportName(
  node: Cst,
  specifier: Cst,
  from: Cst | undefined,
  source: SourceText,
): readonly Tree[] {
  const [name, alias] = parts(specifier);
  if (name === undefined) return [];
  const local =
    from === undefined
      ? source.name(name)
      : tree('Name', 'other', name, [], `!tmp_${source.text(name)}`);
  const outer = source.name(alias ?? name);
  const word = { start: outer.start, end: outer.start };
  const at = { start: node.start, end: specifier.end };
  const definition = tree('VarDef', 'stmt', at, [
    list('Attrs', word, [tree('Keyword', 'other', word, [], 'const')]),
    outer,
    any(outer),
    tree('Id', 'expr', name, [], local.text),
  ]);
  const end = exported(node, outer);
  if (from === undefined) return alias === undefined ? [exported(node, outer)] : [definition, end];
  const whole = { start: name.start, end: from.end };
  const imported = importFrom(whole, path(from, source), [
    tree('ImportName', 'other', name, [source.name(name), local]),
  ]);
  return [imported, definition, end];
}
