import { has, kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { ecmaExpression } from './ecma-expressions.ts';
import { parameters, typeMember } from './ecma-members.ts';
import { list, parts, type SourceText } from './translator.ts';

/** Type arguments and parameters do not exist for OpenGrep. */
export function ecmaType(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second] = inner;
  const type = (part: Cst): Tree => ecmaType(part, source);
  switch (node.type) {
    case 'type_annotation':
    case 'parenthesized_type':
    case 'generic_type':
    case 'readonly_type':
      if (first !== undefined) return type(first);
      break;
    case 'type_identifier':
    case 'identifier':
    case 'predefined_type':
    case 'this_type':
    case 'const':
      return source.text(node) === DOTS ? tree('Ellipsis', 'type', node) : source.id(node, 'type');
    case 'nested_type_identifier':
    case 'nested_identifier':
      if (!first || !second) break;
      return tree('Dot', 'type', node, [type(first), source.name(second)]);
    case 'array_type':
      if (!first) break;
      return tree('ArrayType', 'type', node, [none(node), type(first)]);
    case 'union_type':
    case 'intersection_type': {
      const operator = node.type === 'union_type' ? '|' : '&';
      const [only] = inner;
      if (inner.length === 1 && only !== undefined) return type(only);
      return tree('TypeOp', 'type', node, inner.map(type), operator);
    }
    case 'tuple_type':
      return tree('TupleType', 'type', node, [list('Elems', node, inner.map(type))]);
    case 'literal_type':
      if (!first) break;
      return tree('LiteralType', 'type', node, [ecmaExpression(first, source)]);
    case 'object_type':
      return tree('StructType', 'type', node, [
        list(
          'Fields',
          node,
          inner.flatMap((member) => typeMember(member, source)),
        ),
      ]);
    case 'function_type': {
      const params = kid(node, 'formal_parameters');
      const result = inner.at(-1);
      if (!params || !result) break;
      return tree('FunctionType', 'type', node, [parameters(params, source), type(result)]);
    }
    case 'type_query':
      if (!first) break;
      return tree('TypeQuery', 'type', node, [ecmaExpression(first, source)]);
    default:
      break;
  }
  const text = inner.length === 0 || has(node, 'ERROR') ? source.text(node) : '';
  return tree(node.type, 'type', node, inner.map(type), text);
}

/** The type that stands behind a colon; without one, any is accepted. */
export function annotation(node: Cst, source: SourceText): Tree {
  const written = kid(node, 'type_annotation');
  return written === undefined
    ? any({ start: node.end, end: node.end })
    : ecmaType(written, source);
}
