import { kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, empty, none, tree, type Span, type Tree } from '../tree.ts';
import { rustExpression } from './rust-expressions.ts';
import { rustImports } from './rust-imports.ts';
import { rustParameters, rustType } from './rust-types.ts';
import { list, parts, SourceText } from './translator.ts';

export function rustProgram(root: Cst, text: string): Tree {
  const source = new SourceText(text);
  return tree('Block', 'other', root, statements(root, source));
}

export function rustBlock(node: Cst, source: SourceText): Tree {
  return tree('Block', 'stmt', node, statements(node, source));
}

/** Attributes belong to the item behind them. */
function statements(node: Cst, source: SourceText): readonly Tree[] {
  const found: Tree[] = [];
  let attributes: Cst[] = [];
  for (const part of parts(node)) {
    if (part.type === 'attribute_item') {
      attributes.push(part);
      continue;
    }
    found.push(...statement(part, attributes, source));
    attributes = [];
  }
  return found;
}

const endOf = (node: Span): Span => ({ start: node.end, end: node.end });

function statement(node: Cst, attributes: readonly Cst[], source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first] = inner;
  switch (node.type) {
    case 'use_declaration':
      return rustImports(node, source);
    case 'expression_statement': {
      if (first === undefined) return [];
      const isClosed = node.kids.at(-1)?.type === ';';
      const special = control(first, isClosed ? node : first, source);
      if (special !== undefined) return [special];
      return [tree('ExprStmt', 'stmt', node, [rustExpression(first, source)], isClosed ? ';' : '')];
    }
    case 'let_declaration':
      return [{ ...letDeclaration(node, source), start: attributes[0]?.start ?? node.start }];
    case 'function_item':
    case 'function_signature_item':
      return [functionItem(node, attributes, source)];
    case 'const_item':
    case 'static_item': {
      const name = kid(node, 'identifier') ?? node;
      const [type, value] = inner.slice(inner.indexOf(name) + 1);
      return [
        tree('VarDef', 'stmt', node, [
          keyword(node, node.type === 'const_item' ? 'const' : 'static'),
          source.name(name),
          type === undefined ? any(node) : rustType(type, source),
          value === undefined ? none(endOf(node)) : rustExpression(value, source),
        ]),
      ];
    }
    case 'type_item': {
      const name = kid(node, 'type_identifier') ?? node;
      const type = inner.at(-1);
      const start = attributes[0]?.start ?? name.start;
      const span = { start, end: type?.end ?? node.end };
      return [
        tree('TypeDef', 'stmt', span, [
          source.name(name),
          any(name),
          type === undefined ? none(node) : rustType(type, source),
        ]),
      ];
    }
    case 'impl_item':
      return [implementation(node, attributes, source)];
    case 'struct_item':
    case 'enum_item':
    case 'union_item':
    case 'trait_item':
      return [container(node, attributes, source)];
    case 'mod_item': {
      const name = kid(node, 'identifier') ?? node;
      const body = kid(node, 'declaration_list');
      const span = { start: name.start, end: body?.end ?? name.end };
      return [
        tree('ModuleDef', 'stmt', span, [
          source.name(name),
          body === undefined ? none(name) : rustBlock(body, source),
        ]),
      ];
    }
    case 'empty_statement':
      return [];
    case 'block':
      return [rustBlock(node, source)];
    default:
      break;
  }
  const special = control(node, node, source);
  if (special !== undefined) return [special];
  const value = rustExpression(node, source);
  if (value.kind === 'Ellipsis') return [tree('ExprStmt', 'stmt', node, [value])];
  // The value of a block without a semicolon.
  return [tree('ExprStmt', 'stmt', node, [value])];
}

/** Expressions that are statements where they stand alone. */
function control(node: Cst, span: Span, source: SourceText): Tree | undefined {
  const inner = parts(node);
  const [first, second] = inner;
  const sub = (part: Cst | undefined): Tree =>
    part === undefined ? none(node) : rustExpression(part, source);
  const block = (part: Cst | undefined): Tree =>
    part === undefined ? none(node) : rustBlock(part, source);
  switch (node.type) {
    case 'return_expression':
      return tree('Return', 'stmt', span, [first === undefined ? empty(endOf(node)) : sub(first)]);
    case 'if_expression': {
      const otherwise = kid(node, 'else_clause');
      const branch = otherwise === undefined ? undefined : parts(otherwise)[0];
      const then = block(kid(node, 'block'));
      if (branch === undefined)
        return tree('If', 'stmt', node, [sub(first), then, any(endOf(node))]);
      const other = branch.type === 'block' ? block(branch) : control(branch, branch, source);
      return tree('If', 'stmt', node, [sub(first), then, other ?? none(node)]);
    }
    case 'while_expression':
      return tree('While', 'stmt', node, [sub(first), block(kid(node, 'block'))]);
    case 'loop_expression':
      return tree('Loop', 'stmt', node, [block(kid(node, 'block'))]);
    case 'for_expression':
      return tree('For', 'stmt', node, [sub(first), sub(second), block(kid(node, 'block'))]);
    default:
      return undefined;
  }
}

function keyword(node: Cst, text: string): Tree {
  const at = { start: node.start, end: node.start };
  return list('Attrs', at, [tree('Keyword', 'other', at, [], text)]);
}

function letDeclaration(node: Cst, source: SourceText): Tree {
  const mutable = kid(node, 'mutable_specifier');
  const at = node.kids.findIndex(({ type }) => type === ':');
  const set = node.kids.findIndex(({ type }) => type === '=');
  const name = parts(node).find(({ type }) => type !== 'mutable_specifier') ?? node;
  const type = at < 0 ? undefined : node.kids[at + 1];
  const value = set < 0 ? undefined : node.kids[set + 1];
  const attributes =
    mutable === undefined
      ? list('Attrs', { start: node.start, end: node.start }, [])
      : keyword(mutable, 'mut');
  const target = name.type.endsWith('identifier')
    ? source.name(name)
    : rustExpression(name, source);
  return tree('VarDef', 'stmt', node, [
    attributes,
    target,
    type === undefined ? any(node) : rustType(type, source),
    value === undefined ? none(endOf(node)) : rustExpression(value, source),
  ]);
}

function attributesOf(node: Cst, attributes: readonly Cst[], source: SourceText): Tree {
  const visibility = kid(node, 'visibility_modifier');
  const words = visibility === undefined ? [] : [tree('Keyword', 'other', visibility, [], 'pub')];
  const items = attributes.map((item) =>
    tree('Attribute', 'other', item, [], source.text(item).replace(/\s+/g, '')),
  );
  return list('Attrs', attributes[0] ?? node, [...items, ...words]);
}

/** What is reported begins with the attributes, or behind `pub`. */
function spanOf(node: Cst, attributes: readonly Cst[]): Span {
  const behind = node.kids.find(({ type }) => type !== 'visibility_modifier');
  return { start: attributes[0]?.start ?? behind?.start ?? node.start, end: node.end };
}

function functionItem(node: Cst, attributes: readonly Cst[], source: SourceText): Tree {
  const name = kid(node, 'identifier', 'metavariable') ?? node;
  const parameters = kid(node, 'parameters');
  const arrow = node.kids.findIndex(({ type }) => type === '->');
  const result = arrow < 0 ? undefined : node.kids[arrow + 1];
  const body = kid(node, 'block');
  const func = tree('Func', 'other', node, [
    rustParameters(parameters, node, source),
    result === undefined ? any(node) : rustType(result, source),
    body === undefined ? tree('NoBody', 'other', endOf(node)) : functionBody(body, source),
  ]);
  const kids = [
    attributesOf(node, attributes, source),
    source.name(name),
    typeParameters(node, source),
    func,
  ];
  return tree('FuncDef', 'stmt', spanOf(node, attributes), kids);
}

/** The last value of a function is what it returns. */
function functionBody(node: Cst, source: SourceText): Tree {
  const block = rustBlock(node, source);
  const last = block.kids.at(-1);
  const [value] = last?.kids ?? [];
  if (
    last?.kind !== 'ExprStmt' ||
    last.text === ';' ||
    value === undefined ||
    value.kind === 'Ellipsis'
  ) {
    return block;
  }
  return { ...block, kids: [...block.kids.slice(0, -1), tree('Return', 'stmt', last, [value])] };
}

function typeParameters(node: Cst, source: SourceText): Tree {
  const parameters = kid(node, 'type_parameters');
  if (parameters === undefined) return any(node);
  return list(
    'Elems',
    parameters,
    parts(parameters).map((part) => rustType(part, source)),
  );
}

/** OpenGrep looks at the type alone, not at the trait, and does not count the closing brace. */
function implementation(node: Cst, attributes: readonly Cst[], source: SourceText): Tree {
  const body = kid(node, 'declaration_list');
  const types = parts(node).filter(
    (part) => !/^type_parameters$|^where_clause$|^declaration_list$/.test(part.type),
  );
  const type = types.at(-1);
  const members = body === undefined ? [] : statements(body, source);
  const span = { ...spanOf(node, attributes), end: members.at(-1)?.end ?? type?.end ?? node.end };
  return tree('ImplDef', 'stmt', span, [
    type === undefined ? none(node) : rustType(type, source),
    list('Fields', body ?? node, members),
  ]);
}

function container(node: Cst, attributes: readonly Cst[], source: SourceText): Tree {
  const name = kid(node, 'type_identifier', 'metavariable') ?? node;
  const body = parts(node).find(({ type }) => type.endsWith('_list'));
  const last = body ?? name;
  const span = spanOf(node, attributes);
  const fields =
    body === undefined
      ? []
      : body.type === 'declaration_list'
        ? statements(body, source)
        : fieldsOf(body, source);
  return tree(
    'ClassDef',
    'stmt',
    { start: span.start, end: node.type === 'trait_item' ? node.end : last.end },
    [
      attributesOf(node, attributes, source),
      tree('Keyword', 'other', name, [], node.type),
      source.name(name),
      typeParameters(node, source),
      bounds(node, source),
      list('Fields', last, fields),
    ],
  );
}

function bounds(node: Cst, source: SourceText): Tree {
  const found = kid(node, 'trait_bounds');
  return list(
    'Subset',
    found ?? node,
    found === undefined ? [] : parts(found).map((part) => rustType(part, source)),
  );
}

function fieldsOf(body: Cst, source: SourceText): readonly Tree[] {
  return parts(body).map((field) => {
    const name = kid(field, 'field_identifier');
    const type = parts(field).at(-1);
    if (name !== undefined && source.text(name) === DOTS) {
      return tree('ExprStmt', 'stmt', field, [tree('Ellipsis', 'expr', field)]);
    }
    if (field.type !== 'field_declaration' || name === undefined || type === undefined) {
      return tree(
        field.type,
        'stmt',
        field,
        parts(field).map((part) => rustType(part, source)),
      );
    }
    return tree('Field', 'stmt', field, [source.name(name), rustType(type, source)]);
  });
}
