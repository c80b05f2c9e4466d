import { kid, type Cst } from '../cst.ts';
import { LAMBDA } from '../implicit-return.ts';
import { DEEP, DOTS, TYPED } from '../pattern-text.ts';
import { none, tree, type Tree } from '../tree.ts';
import { goBlock } from './go-statements.ts';
import { goSignature, goType } from './go-types.ts';
import { list, numberText, parts, type SourceText } from './translator.ts';
import { patternName } from '../pattern-text.ts';

export function goExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second] = inner;
  const sub = (part: Cst): Tree => goExpression(part, source);
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
    case 'field_identifier':
    case 'package_identifier':
    case 'blank_identifier':
    case 'nil':
    case 'true':
    case 'false':
    case 'iota':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'parenthesized_expression':
    case 'literal_element':
      return first === undefined ? fallback(node, source) : sub(first);
    case 'int_literal':
    case 'float_literal':
      return tree('Lit', 'expr', node, [], numberText(source.text(node)));
    case 'imaginary_literal':
    case 'rune_literal':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return tree('Str', 'expr', node, [], source.text(node).slice(1, -1));
    case 'selector_expression':
      if (!first || !second) break;
      if (source.text(second) === DOTS) return tree('DotEllipsis', 'expr', node, [sub(first)]);
      return tree('Dot', 'expr', node, [sub(first), source.name(second)]);
    case 'call_expression':
      return call(node, source);
    case 'index_expression':
      return tree('Index', 'expr', node, inner.map(sub));
    case 'type_instantiation_expression':
      return tree('Index', 'expr', node, inner.map(sub));
    case 'slice_expression':
      return slice(node, source);
    case 'type_assertion_expression':
      if (!first || !second) break;
      return assertion(node, first, second, source);
    case 'type_conversion_expression':
      if (!first || !second) break;
      return tree('Cast', 'expr', node, [goType(first, source), sub(second)]);
    case 'composite_literal':
      if (!first || !second) break;
      return tree('New', 'expr', node, [goType(first, source), initializers(second, source)]);
    case 'literal_value':
      return tree('List', 'expr', node, [
        list(
          'Elems',
          node,
          inner.map((part) => element(part, source)),
        ),
      ]);
    case 'func_literal':
      return functionLiteral(node, source);
    case 'unary_expression':
      if (!first) break;
      return unary(node, first, source);
    case 'binary_expression':
      if (!first || !second) break;
      return source.infix('Op', node, [sub(first), sub(second)]);
    default:
      break;
  }
  if (node.type.endsWith('_type')) return { ...goType(node, source) };
  return fallback(node, source);
}

const fallback = (node: Cst, source: SourceText): Tree =>
  source.asItStands(
    node,
    'expr',
    parts(node).map((part) => goExpression(part, source)),
  );

function call(node: Cst, source: SourceText): Tree {
  const [callee] = parts(node);
  const args = kid(node, 'argument_list');
  if (callee === undefined || args === undefined) return fallback(node, source);
  const name = source.text(callee);
  const [first, ...rest] = parts(args);
  if (name === DEEP && first !== undefined) {
    return tree('Deep', 'expr', node, [goExpression(first, source)]);
  }
  if (name === 'new' && first !== undefined && rest.length === 0) {
    const made = tree('New', 'expr', node, [madeType(first, source), list('Args', args, [])]);
    return tree('Ref', 'expr', node, [made]);
  }
  if (name === 'make' && first !== undefined) {
    const dots = source.text(first) === DOTS ? [tree('Ellipsis', 'expr', first)] : [];
    const others = [...dots, ...argumentsOf(args, source).slice(1)];
    return tree('New', 'expr', node, [madeType(first, source), list('Args', args, others)]);
  }
  const kids = [goExpression(callee, source), list('Args', args, argumentsOf(args, source))];
  return tree('Call', 'expr', node, kids);
}

/** The first argument of `make` and `new` is a type. */
function madeType(node: Cst, source: SourceText): Tree {
  if (node.type === 'selector_expression') return { ...goExpression(node, source), role: 'type' };
  return goType(node, source);
}

function argumentsOf(args: Cst, source: SourceText): readonly Tree[] {
  return parts(args).map((argument) => {
    if (argument.type === 'variadic_argument') {
      return tree(
        'Op',
        'expr',
        argument,
        parts(argument).map((part) => goExpression(part, source)),
        'spread',
      );
    }
    return goExpression(argument, source);
  });
}

function slice(node: Cst, source: SourceText): Tree {
  const open = node.kids.findIndex((child) => child.type === '[');
  const bounds: (Cst | undefined)[] = [undefined];
  for (const child of node.kids.slice(open + 1)) {
    if (child.type === ':') bounds.push(undefined);
    else if (child.named) bounds[bounds.length - 1] = child;
  }
  while (bounds.length < 3) bounds.push(undefined);
  const [operand] = node.kids;
  const kids = [operand, ...bounds].map((part) =>
    part === undefined ? none(node) : goExpression(part, source),
  );
  return tree('Slice', 'expr', node, kids);
}

function assertion(node: Cst, operand: Cst, type: Cst, source: SourceText): Tree {
  const text = source.text(operand);
  if (text.startsWith(`${TYPED}_`)) {
    const name = patternName(text.slice(TYPED.length + 1));
    return tree('TypedMetavariable', 'expr', node, [goType(type, source)], name);
  }
  const args = [goExpression(operand, source), goType(type, source)];
  return tree('Instanceof', 'expr', node, [list('Elems', node, args)]);
}

/** A literal's parts as arguments: those with a name as key are named. */
function initializers(node: Cst, source: SourceText): Tree {
  const args = parts(node).map((part) => {
    const [key, value] = part.type === 'keyed_element' ? parts(part) : [];
    if (!key || !value) return element(part, source);
    const name = key.type === 'literal_element' ? parts(key)[0] : key;
    if (name !== undefined && name.type.endsWith('identifier')) {
      return tree('KeywordArg', 'other', part, [element(value, source)], source.nameText(name));
    }
    return element(part, source);
  });
  return list('Args', node, args);
}

function element(node: Cst, source: SourceText): Tree {
  if (node.type === 'keyed_element') {
    return tree('Tuple', 'expr', node, [
      list(
        'Elems',
        node,
        parts(node).map((part) => element(part, source)),
      ),
    ]);
  }
  return goExpression(node, source);
}

function functionLiteral(node: Cst, source: SourceText): Tree {
  const body = kid(node, 'block');
  const [params, result] = goSignature(node, source);
  return tree(
    'Func',
    'expr',
    node,
    [params, result, body === undefined ? none(node) : goBlock(body, source)],
    LAMBDA,
  );
}

function unary(node: Cst, operand: Cst, source: SourceText): Tree {
  const operator = source.text(node.kids[0] ?? node);
  const value = goExpression(operand, source);
  if (operator === '&') return tree('Ref', 'expr', node, [value]);
  if (operator === '*') return tree('Deref', 'expr', node, [value]);
  if (operator === '<-') return tree('Receive', 'expr', node, [value]);
  if (operator === '-' && value.kind === 'Lit' && /^\d/.test(value.text)) {
    return tree('Lit', 'expr', node, [], `-${value.text}`);
  }
  return tree('Op', 'expr', node, [value], operator);
}
