import { kid, type Cst } from '../cst.ts';
import { DEEP, DOTS } from '../pattern-text.ts';
import { any, tree, type Tree } from '../tree.ts';
import { rustBlock } from './rust-statements.ts';
import { rustParameters, rustType } from './rust-types.ts';
import { list, numberText, parenthesized, parts, type SourceText } from './translator.ts';

export function rustExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second] = inner;
  const sub = (part: Cst): Tree => rustExpression(part, source);
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
    case 'field_identifier':
    case 'primitive_type':
    case 'self':
    case 'super':
    case 'crate':
    case 'metavariable':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'parenthesized_expression':
      if (first !== undefined) return parenthesized(node, sub(first));
      break;
    case 'try_block':
      if (first !== undefined) return sub(first);
      break;
    case 'integer_literal':
    case 'float_literal':
      return tree('Lit', 'expr', node, [], numberText(source.text(node)));
    case 'boolean_literal':
    case 'char_literal':
    case 'unit_expression':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'string_literal':
    case 'raw_string_literal': {
      const content = inner.map((part) => source.text(part)).join('');
      return tree('Str', 'expr', node, [], content);
    }
    case 'scoped_identifier':
    case 'scoped_type_identifier': {
      const name = inner.at(-1);
      if (first === undefined || name === undefined || first === name) break;
      return tree('Dot', 'expr', node, [sub(first), source.name(name)]);
    }
    case 'generic_function':
    case 'generic_type':
      if (first !== undefined) return sub(first);
      break;
    case 'field_expression':
      if (!first || !second) break;
      if (source.text(second) === DOTS) return tree('DotEllipsis', 'expr', node, [sub(first)]);
      return tree('Dot', 'expr', node, [sub(first), source.name(second)]);
    case 'call_expression': {
      const args = kid(node, 'arguments');
      if (first === undefined || args === undefined) break;
      const values = parts(args).map(sub);
      const [deep] = values;
      if (source.text(first) === DEEP && deep !== undefined)
        return tree('Deep', 'expr', node, [deep]);
      return tree('Call', 'expr', node, [sub(first), list('Args', args, values)]);
    }
    case 'macro_invocation':
      return macro(node, source);
    case 'try_expression':
      return tree('Op', 'expr', node, inner.map(sub), '?');
    case 'await_expression':
      return tree('Await', 'expr', node, inner.slice(0, 1).map(sub));
    case 'reference_expression':
      return tree(
        'Ref',
        'expr',
        node,
        inner.filter(({ type }) => type !== 'mutable_specifier').map(sub),
      );
    case 'unary_expression': {
      if (!first) break;
      const operator = source.text(node.kids[0] ?? node);
      return tree(
        operator === '*' ? 'Deref' : 'Op',
        'expr',
        node,
        [sub(first)],
        operator === '*' ? '' : operator,
      );
    }
    case 'binary_expression':
      if (!first || !second) break;
      return source.infix('Op', node, [sub(first), sub(second)]);
    case 'assignment_expression':
      if (!first || !second) break;
      return tree('Assign', 'expr', node, [sub(first), sub(second)]);
    case 'compound_assignment_expr':
      if (!first || !second) break;
      return source.infix('AssignOp', node, [sub(first), sub(second)]);
    case 'type_cast_expression':
      if (!first || !second) break;
      return tree('As', 'expr', node, [rustType(second, source), sub(first)]);
    case 'tuple_expression':
      return tree('Tuple', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'array_expression':
      return tree('Array', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'index_expression':
      return tree('Index', 'expr', node, inner.map(sub));
    case 'return_expression':
      return tree('ReturnValue', 'expr', node, inner.map(sub));
    case 'closure_expression':
      return closure(node, source);
    case 'block':
    case 'unsafe_block':
    case 'async_block': {
      const body = node.type === 'block' ? node : (kid(node, 'block') ?? node);
      return tree('BlockValue', 'expr', node, [rustBlock(body, source)]);
    }
    default:
      break;
  }
  if (node.type.endsWith('_type')) return { ...rustType(node, source), role: 'expr' };
  const kids = inner.map((part) => (part.type === 'block' ? rustBlock(part, source) : sub(part)));
  return source.asItStands(node, 'expr', kids);
}

/** A macro's tokens are read as arguments where they look like some. */
function macro(node: Cst, source: SourceText): Tree {
  const [name] = parts(node);
  const tokens = kid(node, 'token_tree');
  if (name === undefined || tokens === undefined) return tree(node.type, 'expr', node);
  const callee = tree('Id', 'expr', name, [], `${source.nameText(name)}!`);
  return tree('Call', 'expr', node, [callee, list('Args', tokens, tokenArguments(tokens, source))]);
}

function tokenArguments(tokens: Cst, source: SourceText): readonly Tree[] {
  const groups: Cst[][] = [[]];
  for (const token of tokens.kids.slice(1, -1)) {
    if (source.text(token) === ',') groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const [only] = group;
      if (only !== undefined && group.length === 1) return rustExpression(only, source);
      const span = { start: only?.start ?? tokens.start, end: group.at(-1)?.end ?? tokens.end };
      return tree(
        'Tokens',
        'expr',
        span,
        group.map((token) => rustExpression(token, source)),
      );
    });
}

function closure(node: Cst, source: SourceText): Tree {
  const parameters = kid(node, 'closure_parameters');
  const body = parts(node).at(-1) ?? node;
  const value = body.type === 'block' ? rustBlock(body, source) : rustExpression(body, source);
  const block = value.role === 'expr' ? tree('Return', 'stmt', body, [value]) : value;
  return tree('Func', 'expr', node, [rustParameters(parameters, node, source), any(node), block]);
}
