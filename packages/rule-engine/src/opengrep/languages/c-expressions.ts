import { kid, type Cst } from '../cst.ts';
import { DEEP, DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { cBlock, cType } from './c-statements.ts';
import { list, numberText, parts, type SourceText } from './translator.ts';

/** Of C and C++. */
export function cExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second, third] = inner;
  const sub = (part: Cst): Tree => cExpression(part, source);
  switch (node.type) {
    case 'identifier':
    case 'field_identifier':
    case 'type_identifier':
    case 'namespace_identifier':
    case 'primitive_type':
    case 'this':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'parenthesized_expression':
    case 'condition_clause':
      if (first !== undefined && inner.length === 1) return sub(first);
      break;
    case 'number_literal':
      return tree('Lit', 'expr', node, [], numberText(source.text(node)));
    case 'char_literal':
    case 'true':
    case 'false':
    case 'null':
    case 'nullptr':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'string_literal':
      return tree('Str', 'expr', node, [], source.text(node).replace(/^\w*"|"$/g, ''));
    case 'concatenated_string':
      return tree('Concat', 'expr', node, inner.map(sub), 'sequence');
    case 'qualified_identifier':
      return tree(
        'Qualified',
        'expr',
        node,
        inner.map((part) => qualified(part, source)),
      );
    case 'field_expression': {
      const field = inner.at(-1);
      if (first === undefined || field === undefined || first === field) break;
      const object = sub(first);
      const target =
        kid(node, '->') === undefined ? object : tree('Deref', 'expr', object, [object]);
      return tree('Dot', 'expr', node, [target, source.name(field)]);
    }
    case 'call_expression': {
      const args = kid(node, 'argument_list');
      if (first === undefined || args === undefined) break;
      const values = parts(args).map(sub);
      const [deep] = values;
      if (source.text(first) === DEEP && deep !== undefined)
        return tree('Deep', 'expr', node, [deep]);
      return tree('Call', 'expr', node, [sub(first), list('Args', args, values)]);
    }
    case 'new_expression': {
      const args = kid(node, 'argument_list');
      const type = inner.find((part) => part !== args);
      return tree('New', 'expr', node, [
        type === undefined ? none(node) : cType(type, source),
        list('Args', args ?? node, args === undefined ? [] : parts(args).map(sub)),
      ]);
    }
    case 'assignment_expression':
      if (!first || !second) break;
      return source.assignment(node, [sub(first), sub(second)]);
    case 'binary_expression':
      if (!first || !second) break;
      return source.infix('Op', node, [sub(first), sub(second)]);
    case 'unary_expression':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], source.text(node.kids[0] ?? node));
    case 'pointer_expression':
      if (!first) break;
      return tree(source.text(node.kids[0] ?? node) === '*' ? 'Deref' : 'Ref', 'expr', node, [
        sub(first),
      ]);
    case 'update_expression': {
      if (!first) break;
      const isPrefix = node.kids[0] !== first;
      const operator = source.text((isPrefix ? node.kids[0] : node.kids[1]) ?? node);
      return tree('Op', 'expr', node, [sub(first)], isPrefix ? `${operator}x` : `x${operator}`);
    }
    case 'conditional_expression':
      if (!first || !second || !third) break;
      return tree('Conditional', 'expr', node, [sub(first), sub(second), sub(third)]);
    case 'cast_expression':
      if (!first || !second) break;
      return tree('Cast', 'expr', node, [cType(first, source), sub(second)]);
    case 'subscript_expression':
      return tree('Index', 'expr', node, inner.map(sub));
    case 'subscript_argument_list':
      if (first !== undefined && inner.length === 1) return sub(first);
      break;
    case 'initializer_list':
      return tree('List', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'lambda_expression': {
      const body = kid(node, 'compound_statement');
      return tree('Func', 'expr', node, [
        list('Params', node, []),
        any(node),
        body === undefined ? none(node) : cBlock(body, source),
      ]);
    }
    default:
      break;
  }
  return source.asItStands(node, 'expr', inner.map(sub));
}

function qualified(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  if (inner.length === 0) return source.name(node);
  return tree(
    node.type === 'qualified_identifier' ? 'Qualified' : node.type,
    'other',
    node,
    inner.map((part) => qualified(part, source)),
  );
}
