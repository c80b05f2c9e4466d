import { after, kid, type Cst } from '../cst.ts';
import { DEEP, DOTS, patternName, TYPED } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { javaBlock, javaMembers } from './java-statements.ts';
import { javaArrayType, javaParameters, javaType } from './java-types.ts';
import { list, numberText, parenthesized, parts, type SourceText } from './translator.ts';

export function javaExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second, third] = inner;
  const sub = (part: Cst): Tree => javaExpression(part, source);
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
    case 'this':
    case 'super':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'parenthesized_expression':
      if (first !== undefined) return parenthesized(node, sub(first));
      break;
    case 'decimal_integer_literal':
    case 'hex_integer_literal':
    case 'octal_integer_literal':
    case 'binary_integer_literal':
    case 'decimal_floating_point_literal':
      return tree('Lit', 'expr', node, [], numberText(source.text(node).replace(/[lL]$/, '')));
    case 'character_literal':
    case 'true':
    case 'false':
    case 'null_literal':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'string_literal':
      return tree('Str', 'expr', node, [], stringContent(source.text(node)));
    case 'field_access':
    case 'scoped_identifier': {
      const field = inner.at(-1);
      if (first === undefined || field === undefined || first === field) break;
      if (source.text(field) === DOTS) return tree('DotEllipsis', 'expr', node, [sub(first)]);
      return tree('Dot', 'expr', node, [sub(first), source.name(field)]);
    }
    case 'method_invocation':
      return invocation(node, source);
    case 'object_creation_expression':
      return creation(node, source);
    case 'array_creation_expression':
      return arrayCreation(node, source);
    case 'array_initializer':
    case 'element_value_array_initializer':
      return tree('List', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'array_access':
      return tree('Index', 'expr', node, inner.map(sub));
    case 'assignment_expression':
      if (!first || !second) break;
      return source.assignment(node, [sub(first), sub(second)]);
    case 'binary_expression':
      if (!first || !second) break;
      return source.infix('Op', node, [sub(first), sub(second)]);
    case 'unary_expression':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], source.text(node.kids[0] ?? node));
    case 'update_expression': {
      if (!first) break;
      const isPrefix = node.kids[0] !== first;
      const operator = source.text((isPrefix ? node.kids[0] : node.kids[1]) ?? node);
      return tree('Op', 'expr', node, [sub(first)], isPrefix ? `${operator}x` : `x${operator}`);
    }
    case 'ternary_expression':
      if (!first || !second || !third) break;
      return tree('Conditional', 'expr', node, [sub(first), sub(second), sub(third)]);
    case 'cast_expression': {
      const value = inner.at(-1);
      if (!first || !value) break;
      return cast(node, first, value, source);
    }
    case 'instanceof_expression': {
      if (!first || !second) break;
      const type = javaType(second, source);
      if (third === undefined) return tree('Instanceof', 'expr', node, [sub(first), type]);
      const span = { start: second.start, end: third.end };
      const variable = tree('Cast', 'expr', span, [type, source.id(third)]);
      return tree('Instanceof', 'expr', node, [sub(first), variable]);
    }
    case 'class_literal':
      if (!first) break;
      return tree('ClassLiteral', 'expr', node, [javaType(first, source)]);
    case 'lambda_expression':
      return lambda(node, source);
    case 'method_reference':
      return tree('MethodReference', 'expr', node, [
        ...inner.map(sub),
        ...(kid(node, 'new') === undefined ? [] : [tree('Keyword', 'other', node, [], 'new')]),
      ]);
    case 'switch_expression':
      return javaSwitch(node, source, 'expr');
    default:
      break;
  }
  if (/_type$|^generic_type$/.test(node.type)) return { ...javaType(node, source), role: 'expr' };
  return source.asItStands(node, 'expr', inner.map(sub));
}

const stringContent = (text: string): string =>
  text.startsWith('"""') ? text.slice(3, -3) : text.slice(1, -1);

export function javaArguments(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return list('Args', { start: at.end, end: at.end }, []);
  return list(
    'Args',
    node,
    parts(node).map((part) => javaExpression(part, source)),
  );
}

function invocation(node: Cst, source: SourceText): Tree {
  const args = kid(node, 'argument_list');
  const callee = parts(node).filter((part) => part !== args && part.type !== 'type_arguments');
  const name = callee.at(-1);
  const object = callee.length > 1 ? callee[0] : undefined;
  if (name === undefined) return tree(node.type, 'expr', node);
  const text = source.text(name);
  if (object === undefined && text === DEEP) {
    const [wanted] = parts(args ?? node);
    if (wanted !== undefined) return tree('Deep', 'expr', node, [javaExpression(wanted, source)]);
  }
  const span = { start: node.start, end: name.end };
  const through = callee.length > 2 ? source.name(callee[1] ?? name) : undefined;
  const plain = object === undefined ? undefined : javaExpression(object, source);
  const whole =
    plain === undefined || through === undefined
      ? plain
      : tree('Dot', 'expr', { start: node.start, end: through.end }, [plain, through]);
  const target = whole === undefined ? source.id(name) : member(whole, name, span, source);
  return tree('Call', 'expr', node, [target, javaArguments(args, node, source)]);
}

function member(
  object: Tree,
  name: Cst,
  span: { start: number; end: number },
  source: SourceText,
): Tree {
  if (source.text(name) === DOTS) return tree('DotEllipsis', 'expr', span, [object]);
  return tree('Dot', 'expr', span, [object, source.name(name)]);
}

function creation(node: Cst, source: SourceText): Tree {
  const args = kid(node, 'argument_list');
  const body = kid(node, 'class_body');
  const type = after(node, 'new').find((part) => part.named && part.type !== 'type_arguments');
  return tree('New', 'expr', node, [
    type === undefined ? none(node) : javaType(type, source),
    javaArguments(args, node, source),
    body === undefined ? none(node) : list('Fields', body, javaMembers(body, source)),
  ]);
}

function arrayCreation(node: Cst, source: SourceText): Tree {
  const [first, ...others] = parts(node);
  const sizes = others.filter(({ type }) => type === 'dimensions_expr');
  const values = others.find(({ type }) => type === 'array_initializer');
  const empty = others.find(({ type }) => type === 'dimensions');
  const depth = sizes.length + (empty === undefined ? 0 : source.text(empty).split('[').length - 1);
  const type = first === undefined ? none(node) : javaArrayType(javaType(first, source), depth);
  const args = sizes.map((size) => javaExpression(parts(size)[0] ?? size, source));
  if (values !== undefined) args.push(javaExpression(values, source));
  return tree('New', 'expr', node, [type, list('Args', node, args), none(node)]);
}

function cast(node: Cst, type: Cst, value: Cst, source: SourceText): Tree {
  const text = source.text(value);
  if (text.startsWith(`${TYPED}_`)) {
    const name = patternName(text.slice(TYPED.length + 1));
    return tree('TypedMetavariable', 'expr', node, [javaType(type, source)], name);
  }
  return tree('Cast', 'expr', node, [javaType(type, source), javaExpression(value, source)]);
}

/** What is reported begins with the first parameter, not with its parenthesis. */
function lambda(node: Cst, source: SourceText): Tree {
  const [parameters, body] = parts(node);
  if (parameters === undefined || body === undefined) return tree(node.type, 'expr', node);
  const params = javaParameters(parameters, node, source);
  const arrow = kid(node, '->')?.start ?? node.start;
  const span = { start: Math.min(params.kids[0]?.start ?? arrow, arrow), end: node.end };
  const value = body.type === 'block' ? javaBlock(body, source) : javaExpression(body, source);
  const block = value.role === 'expr' ? tree('ExprStmt', 'stmt', body, [value]) : value;
  return tree('Func', 'expr', span, [params, any(node), block]);
}

export function javaSwitch(node: Cst, source: SourceText, role: 'expr' | 'stmt'): Tree {
  const [value] = parts(node);
  const body = kid(node, 'switch_block');
  const groups = body === undefined ? [] : parts(body);
  return tree('Switch', role, node, [
    value === undefined ? none(node) : javaExpression(parts(value)[0] ?? value, source),
    list(
      'Elems',
      body ?? node,
      groups.map((group) => switchGroup(group, source)),
    ),
  ]);
}

function switchGroup(node: Cst, source: SourceText): Tree {
  const labels = parts(node).filter(({ type }) => type === 'switch_label');
  const rest = { ...node, kids: parts(node).filter(({ type }) => type !== 'switch_label') };
  const cases = labels.map((label) =>
    tree(
      'Label',
      'other',
      label,
      parts(label).map((part) => javaExpression(part, source)),
    ),
  );
  return tree('Case', 'other', node, [list('Elems', node, cases), javaBlock(rest, source)]);
}
