import { kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { list, parts, type SourceText } from './translator.ts';

export function rustType(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first] = inner;
  const type = (part: Cst): Tree => rustType(part, source);
  switch (node.type) {
    case 'scoped_type_identifier': {
      const name = inner.at(-1);
      if (first === undefined || name === undefined || first === name) break;
      return tree('Dot', 'type', node, [type(first), source.name(name)]);
    }
    case 'generic_type': {
      const args = kid(node, 'type_arguments');
      if (first === undefined || args === undefined) break;
      // Of a path only the last name counts here.
      const name = parts(first).at(-1) ?? first;
      return tree('TypeApply', 'type', node, [
        source.id(name, 'type'),
        list('Elems', args, parts(args).map(type)),
      ]);
    }
    case 'reference_type': {
      const mutable = kid(node, 'mutable_specifier');
      const target = inner.at(-1);
      return tree('RefType', 'type', node, [
        target === undefined ? none(node) : type(target),
        mutable === undefined ? none(node) : tree('Keyword', 'other', mutable, [], 'mut'),
      ]);
    }
    default:
      break;
  }
  if (inner.length > 0) return tree(node.type, 'type', node, inner.map(type));
  return source.text(node) === DOTS ? tree('Ellipsis', 'type', node) : source.id(node, 'type');
}

export function rustParameters(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return list('Params', { start: at.start, end: at.start }, []);
  return list(
    'Params',
    node,
    parts(node).map((part) => parameter(part, source)),
  );
}

function parameter(node: Cst, source: SourceText): Tree {
  const text = source.nameText(node);
  if (text === DOTS) return tree('Ellipsis', 'other', node);
  if (node.type === 'identifier') {
    return tree(
      'Param',
      'other',
      node,
      [source.name(node), any(node)],
      text.startsWith('$...') ? text : '',
    );
  }
  if (node.type !== 'parameter') return tree(node.type, 'other', node, [], text);
  const inner = parts(node).filter(({ type }) => type !== 'mutable_specifier');
  const [name, type] = inner;
  if (name === undefined || type === undefined) return tree(node.type, 'other', node, [], text);
  if (source.text(name) === DOTS) return tree('Ellipsis', 'other', node);
  return tree('Param', 'other', node, [source.name(name), rustType(type, source)]);
}
