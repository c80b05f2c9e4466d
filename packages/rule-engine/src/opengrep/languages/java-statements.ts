import { kid, type Cst } from '../cst.ts';
import { CLASS_PATH } from '../match-imports.ts';
import { DOTS } from '../pattern-text.ts';
import { any, empty, none, tree, type Span, type Tree } from '../tree.ts';
import { javaClass, javaEnumConstant } from './java-classes.ts';
import { javaArguments, javaExpression, javaSwitch } from './java-expressions.ts';
import { javaArrayType, javaAttributes, javaParameters, javaType } from './java-types.ts';
import { list, parts, SourceText } from './translator.ts';

export function javaProgram(root: Cst, text: string): Tree {
  const source = new SourceText(text);
  return tree('Block', 'other', root, statements(root, source));
}

export function javaBlock(node: Cst, source: SourceText): Tree {
  return tree('Block', 'stmt', node, statements(node, source));
}

const statements = (node: Cst, source: SourceText): readonly Tree[] =>
  parts(node).flatMap((part) => javaStatement(part, source));

export function javaMembers(node: Cst, source: SourceText): readonly Tree[] {
  return parts(node).flatMap((part) => {
    if (part.type === 'method_declaration' && node.type === 'interface_body') {
      return [interfaceMethod(method(part, source))];
    }
    if (part.type === 'enum_constant') return [javaEnumConstant(part, source)];
    return part.type === 'enum_body_declarations'
      ? javaMembers(part, source)
      : javaStatement(part, source);
  });
}

function javaStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first, second] = inner;
  const sub = (part: Cst): Tree => javaExpression(part, source);
  // These parentheses belong to the statement.
  const tested = (part: Cst | undefined): Tree =>
    part === undefined ? none(node) : sub(parts(part)[0] ?? part);
  const one = (part: Cst | undefined): Tree => oneStatement(part, node, source);
  switch (node.type) {
    case 'package_declaration': {
      const path = inner.at(-1);
      return [
        tree(
          'Package',
          'stmt',
          upTo(node, path),
          path === undefined ? [] : [dottedPath(path, source)],
        ),
      ];
    }
    case 'import_declaration':
      return [importOf(node, source)];
    case 'class_declaration':
    case 'interface_declaration':
    case 'enum_declaration':
    case 'record_declaration':
    case 'annotation_type_declaration':
      return [javaClass(node, source)];
    case 'method_declaration':
    case 'constructor_declaration':
    case 'compact_constructor_declaration':
    case 'annotation_type_element_declaration':
      return [method(node, source)];
    case 'field_declaration':
    case 'constant_declaration':
    case 'local_variable_declaration':
      return variables(node, source);
    case 'static_initializer':
      return [
        tree(
          'Static',
          'stmt',
          node,
          inner.map((part) => javaBlock(part, source)),
        ),
      ];
    case 'block':
    case 'constructor_body':
      return [javaBlock(node, source)];
    case 'expression_statement': {
      if (first === undefined) return [];
      if (first.type === 'switch_expression') return [javaSwitch(first, source, 'stmt')];
      return [tree('ExprStmt', 'stmt', node, [sub(first)], ';')];
    }
    case 'switch_expression':
      return [javaSwitch(node, source, 'stmt')];
    case 'explicit_constructor_invocation': {
      const args = kid(node, 'argument_list');
      const callee = inner.find(({ type }) => type === 'super' || type === 'this') ?? node;
      const span = { start: callee.start, end: args?.end ?? node.end };
      const call = tree('Call', 'expr', span, [
        source.id(callee),
        javaArguments(args, node, source),
      ]);
      return [tree('ExprStmt', 'stmt', node, [call], ';')];
    }
    case 'return_statement':
      return [
        tree('Return', 'stmt', node, [first === undefined ? empty(endOf(node)) : sub(first)]),
      ];
    case 'throw_statement':
      return [tree('Throw', 'stmt', node, inner.map(sub))];
    case 'if_statement': {
      const [condition, then, otherwise] = inner;
      return [
        tree('If', 'stmt', node, [
          tested(condition),
          one(then),
          otherwise === undefined ? any(endOf(node)) : one(otherwise),
        ]),
      ];
    }
    case 'while_statement':
      return [tree('While', 'stmt', node, [tested(first), one(second)])];
    case 'do_statement':
      return [tree('Do', 'stmt', node, [one(first), tested(second)])];
    case 'for_statement':
      return [forLoop(node, source)];
    case 'enhanced_for_statement':
      return [forEach(node, source)];
    case 'labeled_statement':
      return [tree('Label', 'stmt', node, [source.name(first ?? node), one(second)])];
    case 'synchronized_statement':
      return [tree('Synchronized', 'stmt', node, [tested(first), one(second)])];
    case 'try_statement':
    case 'try_with_resources_statement':
      return [tryStatement(node, source)];
    case 'assert_statement':
      return [tree('Assert', 'stmt', node, [list('Args', node, inner.map(sub))])];
    case 'break_statement':
    case 'continue_statement':
    case 'yield_statement':
      return [tree(node.type, 'stmt', node, inner.map(sub))];
    default:
      break;
  }
  return [tree(node.type, 'stmt', node, inner.map(sub))];
}

function oneStatement(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return none(endOf(at));
  const [only, ...others] = javaStatement(node, source);
  if (only !== undefined && others.length === 0) return only;
  return tree('Block', 'stmt', node, only === undefined ? [] : [only, ...others]);
}

/** What is reported ends before the semicolon. */
const upTo = (node: Span, last: Span | undefined): Span => ({
  start: node.start,
  end: last?.end ?? node.end,
});

const endOf = (node: Span): Span => ({ start: node.end, end: node.end });

function dottedPath(node: Cst, source: SourceText): Tree {
  const names = (part: Cst): readonly Cst[] =>
    part.type === 'scoped_identifier' ? parts(part).flatMap(names) : [part];
  const kids = names(node).map((name) => source.name(name));
  return tree('DottedPath', 'other', node, kids, CLASS_PATH);
}

function importOf(node: Cst, source: SourceText): Tree {
  const [path] = parts(node);
  const star = kid(node, 'asterisk');
  const span = upTo(node, star ?? path);
  if (path === undefined) return tree(node.type, 'stmt', span);
  return tree('ImportAs', 'stmt', span, [
    dottedPath(path, source),
    star === undefined ? any(endOf(path)) : tree('Name', 'other', star, [], '*'),
  ]);
}

function method(node: Cst, source: SourceText): Tree {
  const modifiers = kid(node, 'modifiers');
  const name = kid(node, 'identifier') ?? node;
  const typeParameters = kid(node, 'type_parameters');
  const body = kid(node, 'block', 'constructor_body');
  const before = parts(node).slice(0, parts(node).indexOf(name));
  const type = before.find((part) => part !== modifiers && part !== typeParameters);
  const thrown = kid(node, 'throws');
  const attributes = javaAttributes(modifiers, node, source);
  const exceptions = thrown === undefined ? [] : parts(thrown);
  const throwing = exceptions.map((each) =>
    tree('Throws', 'other', each, [javaType(each, source)]),
  );
  const end = endOf(node);
  const func = tree('Func', 'other', node, [
    javaParameters(kid(node, 'formal_parameters'), name, source),
    type === undefined ? none(node) : javaType(type, source),
    body === undefined ? tree('Block', 'stmt', end) : javaBlock(body, source),
  ]);
  return tree('FuncDef', 'stmt', node, [
    { ...attributes, kids: [...attributes.kids, ...throwing] },
    source.name(name),
    any(name),
    func,
  ]);
}

/** OpenGrep keeps no empty body of an interface's method, and what is reported ends before it. */
function interfaceMethod(definition: Tree): Tree {
  const [attributes, name, parameters, func] = definition.kids;
  const [params, result] = func?.kids ?? [];
  if (!attributes || !name || !parameters || !func || !params || !result) return definition;
  if ((func.kids.at(-1)?.kids ?? []).length > 0) return definition;
  const end = Math.max(name.end, params.kids.at(-1)?.end ?? 0, attributes.kids.at(-1)?.end ?? 0);
  const body = tree('NoBody', 'other', { start: end, end });
  const head = { ...func, end, kids: [params, result, body] };
  return { ...definition, end, kids: [attributes, name, parameters, head] };
}

/** One definition a name; the first also has the type, and a local one its semicolon. */
function variables(node: Cst, source: SourceText): readonly Tree[] {
  const attributes = javaAttributes(kid(node, 'modifiers'), node, source);
  const declarators = parts(node).filter(({ type }) => type === 'variable_declarator');
  const type = parts(node).find((part) => part.type !== 'modifiers');
  const isLocal = node.type === 'local_variable_declaration';
  return declarators.map((declarator, index) => {
    const name = kid(declarator, 'identifier') ?? declarator;
    if (source.text(name) === DOTS)
      return tree('ExprStmt', 'stmt', node, [tree('Ellipsis', 'expr', node)]);
    const dimensions = kid(declarator, 'dimensions');
    const depth = dimensions === undefined ? 0 : source.text(dimensions).split('[').length - 1;
    const value = kid(declarator, '=') === undefined ? undefined : parts(declarator).at(-1);
    const isLast = index === declarators.length - 1;
    const span = { start: node.start, end: isLocal && isLast ? node.end : declarator.end };
    return tree('VarDef', 'stmt', span, [
      attributes,
      source.name(name),
      type === undefined ? any(node) : javaArrayType(javaType(type, source), depth),
      value === undefined ? none(endOf(declarator)) : javaExpression(value, source),
    ]);
  });
}

function forLoop(node: Cst, source: SourceText): Tree {
  const slots: Cst[][] = [[], [], []];
  let slot = 0;
  const body = parts(node).at(-1);
  for (const child of node.kids) {
    if (child === body) continue;
    if (child.type === ';') slot += 1;
    else if (child.named) {
      slots[Math.min(slot, 2)]?.push(child);
      if (child.type === 'local_variable_declaration') slot += 1;
    }
  }
  const part = (each: readonly Cst[]): Tree =>
    list(
      'Elems',
      { start: each[0]?.start ?? node.start, end: each.at(-1)?.end ?? node.start },
      each.flatMap((child) =>
        child.type === 'local_variable_declaration'
          ? variables(child, source)
          : [javaExpression(child, source)],
      ),
    );
  return tree('For', 'stmt', node, [
    tree('ForHead', 'other', node, slots.map(part)),
    oneStatement(body, node, source),
  ]);
}

function forEach(node: Cst, source: SourceText): Tree {
  const inner = parts(node).filter(({ type }) => type !== 'modifiers');
  const [type, name, value, body] = inner;
  if (!type || !name || !value) return tree(node.type, 'stmt', node);
  // `for (...)` in a pattern is any loop.
  if (source.text(name) === DOTS) {
    return tree('For', 'stmt', node, [
      tree('Ellipsis', 'other', name),
      oneStatement(body, node, source),
    ]);
  }
  const span = { start: type.start, end: name.end };
  const variable = tree('Cast', 'expr', span, [javaType(type, source), source.id(name)]);
  const kids = [variable, javaExpression(value, source)];
  return tree('For', 'stmt', node, [
    tree('ForEachHead', 'other', node, kids),
    oneStatement(body, node, source),
  ]);
}

function tryStatement(node: Cst, source: SourceText): Tree {
  const resources = kid(node, 'resource_specification');
  const block = kid(node, 'block');
  const final = kid(node, 'finally_clause');
  const finalBlock = final === undefined ? undefined : kid(final, 'block');
  const catches = parts(node).filter(({ type }) => type === 'catch_clause');
  return tree('Try', 'stmt', node, [
    resources === undefined
      ? none(node)
      : list(
          'Elems',
          resources,
          parts(resources).map((part) => resource(part, source)),
        ),
    block === undefined ? none(node) : javaBlock(block, source),
    list(
      'Elems',
      node,
      catches.map((clause) => catchClause(clause, source)),
    ),
    finalBlock === undefined ? none(endOf(node)) : javaBlock(finalBlock, source),
  ]);
}

function resource(node: Cst, source: SourceText): Tree {
  const inner = parts(node).filter(({ type }) => type !== 'modifiers');
  const [type, name, value] = inner;
  if (!type || !name || !value) return javaExpression(type ?? node, source);
  return tree('VarDef', 'other', node, [
    javaAttributes(kid(node, 'modifiers'), node, source),
    source.name(name),
    javaType(type, source),
    javaExpression(value, source),
  ]);
}

function catchClause(node: Cst, source: SourceText): Tree {
  const parameter = kid(node, 'catch_formal_parameter');
  const block = kid(node, 'block');
  const types = parameter === undefined ? undefined : kid(parameter, 'catch_type');
  const name = parameter === undefined ? undefined : kid(parameter, 'identifier');
  const body = block === undefined ? none(node) : javaBlock(block, source);
  if (types === undefined || name === undefined || source.text(name) === DOTS) {
    return tree('Catch', 'other', node, [tree('Ellipsis', 'other', node), any(node), body]);
  }
  const caught = parts(types).map((type) => javaType(type, source));
  return tree('Catch', 'other', node, [list('Subset', types, caught), source.name(name), body]);
}
