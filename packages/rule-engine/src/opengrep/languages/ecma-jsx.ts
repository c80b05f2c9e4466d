import { kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { none, tree, type Tree } from '../tree.ts';
import { ecmaExpression } from './ecma-expressions.ts';
import { list, parts, type SourceText } from './translator.ts';

/** An element: its name, its attributes in any order, and what stands inside. */
export function jsx(node: Cst, source: SourceText): Tree {
  const open = kid(node, 'jsx_opening_element') ?? node;
  const [name, ...rest] = parts(open);
  const isFragment =
    name === undefined || (open === node && node.type !== 'jsx_self_closing_element');
  const attributes =
    node.type === 'jsx_fragment' ? [] : rest.map((part) => attribute(part, source));
  const inside =
    open === node && node.type === 'jsx_self_closing_element' ? [] : children(node, open, source);
  return tree('Xml', 'expr', node, [
    isFragment && node.type === 'jsx_fragment' ? none(open) : elementName(name ?? open, source),
    list('Attrs', open, attributes),
    list('Inside', node, inside),
  ]);
}

const elementName = (node: Cst, source: SourceText): Tree => source.name(node);

function attribute(node: Cst, source: SourceText): Tree {
  const [name, value] = parts(node);
  const at = { start: node.end, end: node.end };
  if (node.type !== 'jsx_attribute' || name === undefined) {
    return tree(
      'XmlSpread',
      'other',
      node,
      parts(node).map((part) => ecmaExpression(part, source)),
    );
  }
  if (value === undefined && source.text(name) === DOTS) return tree('Ellipsis', 'other', node);
  const content =
    value === undefined ? tree('Lit', 'expr', at, [], 'true') : attributeValue(value, source);
  return tree('XmlAttribute', 'other', node, [source.name(name), content]);
}

function attributeValue(node: Cst, source: SourceText): Tree {
  const [inner] = node.type === 'jsx_expression' ? parts(node) : [node];
  return inner === undefined ? none(node) : ecmaExpression(inner, source);
}

function children(node: Cst, open: Cst, source: SourceText): readonly Tree[] {
  return parts(node)
    .filter(
      (part) =>
        part !== open && part.type !== 'jsx_closing_element' && part.type !== 'jsx_opening_element',
    )
    .map((part) => {
      if (part.type !== 'jsx_text') {
        const inner = part.type === 'jsx_expression' ? parts(part)[0] : undefined;
        if (part.type !== 'jsx_expression') return ecmaExpression(part, source);
        return tree(
          'XmlExpression',
          'other',
          part,
          inner === undefined ? [none(part)] : [ecmaExpression(inner, source)],
        );
      }
      const text = source.text(part);
      if (text.trim() === DOTS) return tree('Ellipsis', 'other', part);
      return tree('XmlText', 'other', part, [], /^[\n ]+$/.test(text) ? ' ' : text);
    });
}
