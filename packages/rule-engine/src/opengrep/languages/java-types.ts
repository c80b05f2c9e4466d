import { kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { javaExpression } from './java-expressions.ts';
import { list, parts, type SourceText } from './translator.ts';

export function javaType(node: Cst, source: SourceText): Tree {
  const type = (inner: Cst): Tree => javaType(inner, source);
  const inner = parts(node).filter((part) => !part.type.endsWith('annotation'));
  const [first] = inner;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
    case 'void_type':
    case 'boolean_type':
    case 'integral_type':
    case 'floating_point_type':
      return source.text(node) === DOTS ? tree('Ellipsis', 'type', node) : source.id(node, 'type');
    case 'scoped_type_identifier': {
      const name = inner.at(-1);
      const scope = inner.at(-2);
      if (name === undefined || scope === undefined) break;
      return tree('Dot', 'type', node, [type(scope), source.name(name)]);
    }
    case 'generic_type': {
      const args = kid(node, 'type_arguments');
      if (first === undefined || args === undefined) break;
      return tree('TypeApply', 'type', node, [
        type(first),
        list('Elems', args, parts(args).map(type)),
      ]);
    }
    case 'array_type': {
      const depth = source.text(kid(node, 'dimensions') ?? node).split('[').length - 1;
      if (first === undefined) break;
      return javaArrayType(type(first), depth);
    }
    case 'annotated_type':
      if (first !== undefined) return type(first);
      break;
    case 'wildcard': {
      const bound = inner.at(-1);
      const word = node.kids.find((child) => /^(?:extends|super)$/.test(child.type));
      return tree(
        'Wildcard',
        'type',
        node,
        [bound === undefined || word === undefined ? none(node) : type(bound)],
        word?.type ?? '',
      );
    }
    default:
      break;
  }
  return source.asItStands(node, 'type', inner.map(type));
}

export function javaArrayType(element: Tree, depth: number): Tree {
  if (depth === 0) return element;
  return javaArrayType(tree('ArrayType', 'type', element, [element]), depth - 1);
}

export function javaParameters(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return list('Params', { start: at.start, end: at.start }, []);
  if (node.type === 'identifier') return list('Params', node, [untyped(node, source)]);
  const params = parts(node)
    .filter((part) => part.type !== 'receiver_parameter')
    .map((part) => parameter(part, source));
  return list('Params', node, params);
}

function untyped(node: Cst, source: SourceText): Tree {
  if (source.text(node) === DOTS) return tree('Ellipsis', 'other', node);
  return tree('Param', 'other', node, [source.name(node), any(node), noAttributes(node)]);
}

function parameter(node: Cst, source: SourceText): Tree {
  if (node.type === 'identifier') return untyped(node, source);
  const inner = parts(node);
  const attributes = javaAttributes(kid(node, 'modifiers'), node, source);
  const declarator = kid(node, 'variable_declarator');
  const name = kid(declarator ?? node, 'identifier') ?? node;
  const text = source.nameText(name);
  if (text === DOTS) return tree('Ellipsis', 'other', name);
  const written = inner.find((part) => part.type !== 'modifiers' && part !== name);
  const dimensions = kid(node, 'dimensions');
  const depth = dimensions === undefined ? 0 : source.text(dimensions).split('[').length - 1;
  const isUntyped = written === undefined || source.text(written) === ANY_TYPE;
  const type = isUntyped ? any(node) : javaArrayType(javaType(written, source), depth);
  if (text.startsWith('$...')) return tree('Param', 'other', node, [source.name(name)], text);
  const kind = node.type === 'spread_parameter' ? 'ParamRest' : 'Param';
  return tree(kind, 'other', node, [source.name(name), type, attributes]);
}

/** What a pattern's parameter without a type gets for one. */
export const ANY_TYPE = 'OGANY';

const noAttributes = (node: Cst): Tree => list('Attrs', { start: node.start, end: node.start }, []);

/** Keywords and annotations in front of a definition. */
export function javaAttributes(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return noAttributes(at);
  const kids = node.kids.map((child) =>
    child.type.endsWith('annotation')
      ? annotation(child, source)
      : tree('Keyword', 'other', child, [], source.text(child)),
  );
  return list('Attrs', node, kids);
}

function annotation(node: Cst, source: SourceText): Tree {
  const [name] = parts(node);
  const args = kid(node, 'annotation_argument_list');
  const kids = name === undefined ? [] : [javaExpression(name, source)];
  if (args !== undefined) {
    kids.push(
      list(
        'Args',
        args,
        parts(args).map((part) => annotationArgument(part, source)),
      ),
    );
  }
  return tree('Annotation', 'attribute', node, kids);
}

function annotationArgument(node: Cst, source: SourceText): Tree {
  const [key, value] = parts(node);
  if (node.type !== 'element_value_pair' || key === undefined || value === undefined) {
    return javaExpression(node, source);
  }
  if (source.text(key) === DOTS) return tree('Ellipsis', 'expr', node);
  return tree('KeywordArg', 'other', node, [javaExpression(value, source)], source.nameText(key));
}
