import { kid, type Cst } from '../cst.ts';
import { any, none, tree, type Span, type Tree } from '../tree.ts';
import { javaArguments } from './java-expressions.ts';
import { javaMembers } from './java-statements.ts';
import { javaAttributes, javaParameters, javaType } from './java-types.ts';
import { list, parts, type SourceText } from './translator.ts';

/** Of classes, interfaces, enumerations and records. */
export function javaClass(node: Cst, source: SourceText): Tree {
  const name = kid(node, 'identifier') ?? node;
  const body = parts(node).find(({ type }) => type.endsWith('_body'));
  const parent = kid(node, 'superclass');
  const parents = kid(node, 'super_interfaces', 'extends_interfaces');
  const parentTypes = parents === undefined ? [] : parts(parts(parents)[0] ?? parents);
  const [superType] = parent === undefined ? [] : parts(parent);
  const parameters = kid(node, 'formal_parameters');
  const isEnum = node.type === 'enum_declaration';
  const modifiers = kid(node, 'modifiers');
  // OpenGrep keeps neither the word `enum` nor its braces.
  const members = body === undefined ? [] : javaMembers(body, source);
  const span: Span = isEnum
    ? { start: modifiers?.start ?? name.start, end: members.at(-1)?.end ?? node.end }
    : node;
  return tree('ClassDef', 'stmt', span, [
    javaAttributes(modifiers, node, source),
    tree('Keyword', 'other', name, [], node.type),
    source.name(name),
    any(name),
    superType === undefined ? any(name) : javaType(superType, source),
    list(
      'Subset',
      parents ?? name,
      parentTypes.map((type) => javaType(type, source)),
    ),
    parameters === undefined ? none(name) : javaParameters(parameters, node, source),
    list('Fields', body ?? node, members),
  ]);
}

export function javaEnumConstant(node: Cst, source: SourceText): Tree {
  const name = kid(node, 'identifier') ?? node;
  const text = source.text(name);
  if (text === 'OGDOTS') return tree('ExprStmt', 'stmt', node, [tree('Ellipsis', 'expr', node)]);
  const args = kid(node, 'argument_list');
  return tree('EnumConstant', 'stmt', node, [
    source.name(name),
    args === undefined ? none(node) : javaArguments(args, node, source),
  ]);
}
