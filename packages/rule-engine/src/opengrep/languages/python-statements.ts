import { after, before, has, kid, type Cst } from '../cst.ts';
import { any, empty, none, spanOf, tree, type Span, type Tree } from '../tree.ts';
import {
  isEllipsis,
  pythonArguments,
  pythonAssignment,
  pythonExpression,
  pythonParameters,
} from './python-expressions.ts';
import { pythonImports } from './python-imports.ts';
import { list, parts, SourceText } from './translator.ts';

export function pythonProgram(root: Cst, text: string): Tree {
  const source = new SourceText(text);
  return tree(
    'Block',
    'other',
    root,
    parts(root).flatMap((node) => pythonStatement(node, source)),
  );
}

function block(node: Cst | undefined, at: Span, source: SourceText): Tree {
  if (node === undefined) return none(at);
  const statements = parts(node).flatMap((part) => pythonStatement(part, source));
  return tree('Block', 'stmt', spanOf(statements) ?? node, statements);
}

function pythonStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first] = inner;
  const sub = (part: Cst): Tree => pythonExpression(part, source);
  const body = (): Tree => block(kid(node, 'block'), node, source);
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      return pythonImports(node, source);
    case 'expression_statement':
      return expressionStatement(node, source);
    case 'decorated_definition': {
      const definition = inner.at(-1);
      if (definition === undefined) return [];
      return [definitionOf(definition, inner.slice(0, -1), node, source)];
    }
    case 'function_definition':
    case 'class_definition':
      return [definitionOf(node, [], node, source)];
    case 'if_statement':
      return [
        conditional(
          node,
          inner.filter(({ type }) => type.endsWith('_clause')),
          source,
        ),
      ];
    case 'while_statement':
      if (first === undefined) break;
      return withElse(
        tree('While', 'stmt', headAndBlock(node), [sub(first), body()]),
        node,
        source,
      );
    case 'for_statement':
      return forLoop(node, source);
    case 'with_statement':
      return [withItems(parts(kid(node, 'with_clause') ?? node), node, source)];
    case 'try_statement':
      return [tryStatement(node, source)];
    case 'return_statement':
      return [
        tree('Return', 'stmt', node, [first === undefined ? empty(endOf(node)) : sub(first)]),
      ];
    case 'raise_statement': {
      const from = after(node, 'from').find((part) => part.named);
      const raised = first === undefined ? empty(endOf(node)) : sub(first);
      return [tree('Throw', 'stmt', node, [raised, from === undefined ? any(node) : sub(from)])];
    }
    case 'delete_statement':
      if (first === undefined) break;
      return [tree('Delete', 'stmt', first, [sub(first)])];
    case 'assert_statement':
      return [tree('Assert', 'stmt', node, [list('Args', node, inner.map(sub))])];
    case 'global_statement':
    case 'nonlocal_statement':
      return inner.map((name) => tree(node.type, 'stmt', node, [source.name(name)]));
    case 'pass_statement':
    case 'break_statement':
    case 'continue_statement':
      return [tree(node.type, 'stmt', node)];
    case 'block':
      return inner.flatMap((part) => pythonStatement(part, source));
    default:
      break;
  }
  const kids = inner.flatMap((part) =>
    part.type === 'block' ? [block(part, part, source)] : [sub(part)],
  );
  return [tree(node.type, 'stmt', node, kids)];
}

function expressionStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first] = inner;
  if (first === undefined) return [];
  if (inner.length > 1) {
    const all = inner.map((part) => pythonExpression(part, source));
    const tuple = tree('Tuple', 'expr', node, [list('Elems', node, all)]);
    return [tree('ExprStmt', 'stmt', node, [tuple])];
  }
  const variable = first.type === 'assignment' ? declaration(first, source) : undefined;
  if (variable !== undefined) return [variable];
  const value = first.type.endsWith('assignment')
    ? pythonAssignment(first, source)
    : pythonExpression(first, source);
  return [tree('ExprStmt', 'stmt', value, [value])];
}

/** `x: int = 1` declares; `self.x: int = 1` does not. */
function declaration(node: Cst, source: SourceText): Tree | undefined {
  const [name] = parts(node);
  const type = kid(node, 'type');
  if (type === undefined || name?.type !== 'identifier') return undefined;
  const value = after(node, '=').find((child) => child.named);
  return tree('VarDef', 'stmt', node, [
    list('Attrs', { start: node.start, end: node.start }, []),
    source.name(name),
    pythonExpression(type, source),
    value === undefined ? none(endOf(node)) : pythonExpression(value, source),
  ]);
}

function definitionOf(node: Cst, decorators: readonly Cst[], whole: Cst, source: SourceText): Tree {
  const attributes = decorators.map((decorator) => pythonDecorator(decorator, source));
  const isAsync = kid(node, 'async');
  if (isAsync !== undefined) attributes.push(tree('Keyword', 'other', isAsync, [], 'async'));
  const attrs = list('Attrs', { start: whole.start, end: node.start }, attributes);
  const name = source.name(kid(node, 'identifier') ?? node);
  if (node.type === 'class_definition') {
    const parents = kid(node, 'argument_list');
    const supers =
      parents === undefined ? list('Subset', name, []) : pythonArguments(parents, source, 'Subset');
    const members = kid(node, 'block');
    const fields = members === undefined ? [] : block(members, node, source).kids;
    return tree('ClassDef', 'stmt', startOf(decorators[0], whole, source), [
      attrs,
      name,
      supers,
      list('Fields', members ?? endOf(node), fields),
    ]);
  }
  const parameters = kid(node, 'parameters');
  const result = kid(node, 'type');
  const func = tree('Func', 'other', node, [
    list(
      'Params',
      parameters ?? node,
      parameters === undefined ? [] : pythonParameters(parameters, source),
    ),
    result === undefined ? any(node) : pythonExpression(result, source),
    block(kid(node, 'block'), node, source),
  ]);
  return tree('FuncDef', 'stmt', startOf(decorators[0], whole, source), [
    attrs,
    name,
    any(name),
    func,
  ]);
}

/** `@staticmethod` is a keyword to OpenGrep, and its `@` no part of the definition. */
function startOf(first: Cst | undefined, whole: Cst, source: SourceText): Span {
  const isKeyword = first !== undefined && /^@\s*staticmethod$/.test(source.text(first));
  return isKeyword ? { start: parts(first)[0]?.start ?? whole.start, end: whole.end } : whole;
}

function pythonDecorator(node: Cst, source: SourceText): Tree {
  const [value] = parts(node);
  const [callee, args] = value?.type === 'call' ? parts(value) : [value];
  if (callee === undefined) return tree('Annotation', 'attribute', node, []);
  const kids = [pythonExpression(callee, source)];
  if (args !== undefined) kids.push(pythonArguments(args, source));
  return tree('Annotation', 'attribute', node, kids);
}

/** `elif` is an `if` in the `else`. */
function conditional(node: Cst, clauses: readonly Cst[], source: SourceText): Tree {
  const condition = parts(node)[0];
  const [next, ...others] = clauses;
  const end = clauses.at(-1)?.end ?? node.end;
  let otherwise = any(endOf(node));
  if (next?.type === 'elif_clause') otherwise = conditional(next, others, source);
  else if (next !== undefined) otherwise = block(kid(next, 'block'), next, source);
  return tree('If', 'stmt', { start: node.start, end }, [
    condition === undefined ? none(node) : pythonExpression(condition, source),
    block(kid(node, 'block'), node, source),
    otherwise,
  ]);
}

function forLoop(node: Cst, source: SourceText): readonly Tree[] {
  const target = before(node, 'in').find((child) => child.named);
  const value = before({ ...node, kids: after(node, 'in') }, ':').find((child) => child.named);
  const sub = (part: Cst | undefined): Tree =>
    part === undefined ? none(node) : pythonExpression(part, source);
  const kids = [sub(target), sub(value), block(kid(node, 'block'), node, source)];
  const loop = tree('For', 'stmt', headAndBlock(node), kids, has(node, 'async') ? 'async' : '');
  return withElse(loop, node, source);
}

function headAndBlock(node: Cst): Span {
  return { start: node.start, end: kid(node, 'block')?.end ?? node.end };
}

function withElse(loop: Tree, node: Cst, source: SourceText): readonly Tree[] {
  const otherwise = kid(node, 'else_clause');
  if (otherwise === undefined) return [loop];
  return [
    tree('LoopElse', 'stmt', node, [loop, block(kid(otherwise, 'block'), otherwise, source)]),
  ];
}

/** `with a, b:` is `with a: with b:`; what is reported begins with the item. */
function withItems(items: readonly Cst[], node: Cst, source: SourceText): Tree {
  const [item, ...rest] = items;
  const end = node.end;
  if (item === undefined) return block(kid(node, 'block'), node, source);
  const [value] = parts(item);
  const [opened, target] = value?.type === 'as_pattern' ? parts(value) : [value];
  const resource =
    opened === undefined
      ? none(item)
      : target === undefined
        ? pythonExpression(opened, source)
        : tree('WithItem', 'expr', item, [
            pythonExpression(opened, source),
            pythonExpression(target, source),
          ]);
  const inner = withItems(rest, node, source);
  const body = rest.length === 0 ? inner : tree('Block', 'stmt', inner, [inner]);
  return tree('With', 'stmt', { start: item.start, end }, [resource, body]);
}

function tryStatement(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const clause = (type: string): Tree => {
    const found = kid(node, type);
    return found === undefined ? none(endOf(node)) : block(kid(found, 'block'), found, source);
  };
  const handlers = inner.filter(({ type }) => type.startsWith('except'));
  return tree('Try', 'stmt', node, [
    block(kid(node, 'block'), node, source),
    list(
      'Elems',
      node,
      handlers.map((handler) => catchClause(handler, source)),
    ),
    clause('finally_clause'),
    clause('else_clause'),
  ]);
}

function catchClause(node: Cst, source: SourceText): Tree {
  const caught = parts(node).find(({ type }) => type !== 'block');
  const body = block(kid(node, 'block'), node, source);
  if (caught === undefined) return tree('Catch', 'other', node, [none(node), none(node), body]);
  if (isEllipsis(caught, source)) {
    return tree('Catch', 'other', node, [tree('Ellipsis', 'other', caught), any(node), body]);
  }
  const [type, name] = caught.type === 'as_pattern' ? parts(caught) : [caught];
  return tree('Catch', 'other', node, [
    type === undefined ? none(node) : pythonExpression(type, source),
    name === undefined ? none(node) : pythonExpression(name, source),
    body,
  ]);
}

const startAt = (at: number): Span => ({ start: at, end: at });
const endOf = (node: Span): Span => startAt(node.end);
