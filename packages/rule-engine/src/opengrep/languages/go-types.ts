import { after, before, kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { goExpression } from './go-expressions.ts';
import { list, parts, type SourceText } from './translator.ts';

export function goType(node: Cst, source: SourceText): Tree {
  const type = (inner: Cst): Tree => goType(inner, source);
  const inner = parts(node);
  const [first, second] = inner;
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
    case 'package_identifier':
      return source.text(node) === DOTS ? tree('Ellipsis', 'type', node) : source.id(node, 'type');
    case 'qualified_type':
      if (!first || !second) break;
      return tree('Dot', 'type', node, [source.id(first, 'type'), source.name(second)]);
    case 'parenthesized_type':
      if (first !== undefined) return type(first);
      break;
    case 'pointer_type':
      return tree('PointerType', 'type', node, inner.map(type));
    case 'slice_type':
    case 'implicit_length_array_type':
      return tree('ArrayType', 'type', node, [none(node), ...inner.map(type)]);
    case 'array_type':
      if (!first || !second) break;
      return tree('ArrayType', 'type', node, [goExpression(first, source), type(second)]);
    case 'map_type':
      return tree('TypeApply', 'type', node, [
        tree('Id', 'type', node, [], 'map'),
        list('Elems', node, inner.map(type)),
      ]);
    case 'channel_type': {
      const words = node.kids.map((word) => source.text(word));
      const direction = words[0] === '<-' ? 'recv' : words[1] === '<-' ? 'send' : 'bidirectional';
      return tree('ChannelType', 'type', node, inner.slice(-1).map(type), direction);
    }
    case 'function_type':
      return functionType(node, source);
    case 'generic_type':
      if (!first || !second) break;
      return tree('TypeApply', 'type', node, [
        type(first),
        list(
          'Elems',
          second,
          parts(second).map((argument) => type(parts(argument)[0] ?? argument)),
        ),
      ]);
    case 'struct_type':
      return tree('StructType', 'type', node, [structFields(node, source)]);
    case 'interface_type':
      return tree('InterfaceType', 'type', node, [interfaceFields(node, source)]);
    default:
      break;
  }
  return tree(
    node.type,
    'type',
    node,
    inner.map(type),
    inner.length === 0 ? source.text(node) : '',
  );
}

/** The parameters and result of a function; kids of the answer are `Params` and the result. */
function functionType(node: Cst, source: SourceText): Tree {
  return tree('FunctionType', 'type', node, goSignature(node, source));
}

export function goSignature(node: Cst, source: SourceText): readonly [Tree, Tree] {
  const lists = node.kids.filter((child) => child.type === 'parameter_list');
  const isMethod = node.type === 'method_declaration';
  const [receiver, ...others] = isMethod ? lists : [undefined, ...lists];
  const [parameters, results] = others;
  if (parameters === undefined) return [list('Params', node, []), any(node)];
  const own = goParameters(parameters, source);
  const received = receiver === undefined ? [] : goParameters(receiver, source);
  const params = [...received.map((param) => ({ ...param, kind: 'Receiver' })), ...own];
  const result = node.kids
    .slice(node.kids.indexOf(parameters) + 1)
    .find((child) => child.named && child.type !== 'block');
  return [list('Params', parameters, params), resultType(results ?? result, source) ?? any(node)];
}

function resultType(result: Cst | undefined, source: SourceText): Tree | undefined {
  if (result === undefined) return undefined;
  if (result.type !== 'parameter_list') return goType(result, source);
  const types = goParameters(result, source).map((param) =>
    param.kind === 'Ellipsis' ? { ...param, role: 'type' as const } : (param.kids[1] ?? param),
  );
  const [only] = types;
  return types.length === 1
    ? only
    : tree('TupleType', 'type', result, [list('Elems', result, types)]);
}

function goParameters(parameters: Cst, source: SourceText): readonly Tree[] {
  return parts(parameters).flatMap((declaration) => {
    const inner = parts(declaration);
    const type = inner.at(-1);
    if (type === undefined) return [];
    const kind = declaration.type === 'variadic_parameter_declaration' ? 'ParamRest' : 'Param';
    const names = inner.slice(0, -1);
    if (names.length === 0) {
      const text = source.nameText(type);
      if (text === DOTS) return [tree('Ellipsis', 'other', type)];
      if (text.startsWith('$...'))
        return [tree('Param', 'other', type, [source.name(type), any(type)], text)];
      return [tree(kind, 'other', declaration, [none(declaration), goType(type, source)])];
    }
    return names.map((name) =>
      source.text(name) === DOTS
        ? tree('Ellipsis', 'other', name)
        : tree(kind, 'other', names.length === 1 ? declaration : name, [
            source.name(name),
            goType(type, source),
          ]),
    );
  });
}

function structFields(node: Cst, source: SourceText): Tree {
  const declarations = kid(node, 'field_declaration_list');
  if (declarations === undefined) return list('Fields', node, []);
  const fields = parts(declarations).flatMap((declaration) => {
    const inner = parts(declaration).filter((part) => !part.type.endsWith('string_literal'));
    const tag = parts(declaration).find((part) => part.type.endsWith('string_literal'));
    const type = inner.at(-1);
    if (type === undefined) return [];
    const names = inner.filter((part) => part.type === 'field_identifier');
    const attributes = list(
      'Attrs',
      declaration,
      tag === undefined ? [] : [tree('Tag', 'other', tag, [goExpression(tag, source)])],
    );
    if (names.length === 0) return [embedded(type, declaration, source)];
    return names.map((name) =>
      tree('VarDef', 'stmt', { start: name.start, end: declaration.end }, [
        attributes,
        source.name(name),
        goType(type, source),
        none(declaration),
      ]),
    );
  });
  return list('Fields', declarations, fields);
}

/** A type without a name; a pattern's `...` and `$...X` look like one. */
function embedded(type: Cst, at: Cst, source: SourceText): Tree {
  const text = source.nameText(type);
  if (text === DOTS) return tree('ExprStmt', 'stmt', at, [tree('Ellipsis', 'expr', at)]);
  if (text.startsWith('$...')) return tree('ExprStmt', 'stmt', at, [source.id(type)]);
  return tree('Embedded', 'stmt', at, [{ ...goType(type, source), role: 'expr' }]);
}

function interfaceFields(node: Cst, source: SourceText): Tree {
  const members = before(
    after(node, '{').length > 0 ? { ...node, kids: after(node, '{') } : node,
    '}',
  );
  const fields = members
    .filter((member) => member.named)
    .map((member) => {
      const name = kid(member, 'field_identifier');
      if (name === undefined) return embedded(parts(member)[0] ?? member, member, source);
      const [params, result] = goSignature(member, source);
      const body = tree('NoBody', 'other', { start: member.end, end: member.end });
      const func = tree('Func', 'other', member, [params, result, body]);
      return tree('FuncDef', 'stmt', member, [
        list('Attrs', member, []),
        source.name(name),
        any(member),
        func,
      ]);
    });
  return list('Fields', node, fields);
}
