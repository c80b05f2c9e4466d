import { after, before, has, kid, type Cst } from '../cst.ts';
import { DEEP, DOTS, TYPED } from '../pattern-text.ts';
import { none, tree, type Tree } from '../tree.ts';
import { ecmaClass, ecmaFunction, objectMember } from './ecma-members.ts';
import { ecmaType } from './ecma-types.ts';
import { jsx } from './ecma-jsx.ts';
import { list, numberText, parenthesized, parts, type SourceText } from './translator.ts';

export function ecmaExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second, third] = inner;
  const sub = (part: Cst): Tree => ecmaExpression(part, source);
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier':
    case 'shorthand_property_identifier_pattern':
    case 'property_identifier':
    case 'undefined':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'import':
      return source.id(node);
    case 'this':
    case 'super':
      return tree('Special', 'expr', node, [], source.text(node));
    case 'parenthesized_expression':
      if (first !== undefined) return parenthesized(node, sub(first));
      break;
    case 'computed_property_name':
      if (first !== undefined) return sub(first);
      break;
    case 'number':
      return tree('Lit', 'expr', node, [], numberText(source.text(node)));
    case 'true':
    case 'false':
    case 'null':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'string':
      return tree('Str', 'expr', node, [], source.text(node).slice(1, -1));
    case 'regex':
      return tree('Regex', 'expr', node, [], source.text(node));
    case 'template_string':
      return template(node, '', source);
    case 'member_expression':
    case 'subscript_expression':
      return access(node, source);
    case 'call_expression':
      return call(node, source);
    case 'new_expression':
      return construction(node, source);
    case 'assignment_expression':
      if (!first || !second) break;
      return tree('Assign', 'expr', node, [sub(first), sub(second)]);
    case 'augmented_assignment_expression':
      if (!first || !second) break;
      return update(node, sub(first), sub(second), source);
    case 'binary_expression': {
      if (!first || !second) break;
      const operator = source.text(node.kids[1] ?? node);
      const kind = operator === 'instanceof' ? 'Instanceof' : 'Op';
      return tree(kind, 'expr', node, [sub(first), sub(second)], operator);
    }
    case 'unary_expression':
      if (!first) break;
      return unary(node, first, source);
    case 'update_expression': {
      if (!first) break;
      const prefix = node.kids[0] !== first;
      const operator = source.text(node.kids[prefix ? 0 : 1] ?? node);
      return tree('Op', 'expr', node, [sub(first)], prefix ? `${operator}x` : `x${operator}`);
    }
    case 'ternary_expression':
      if (!first || !second || !third) break;
      return tree('Conditional', 'expr', node, [sub(first), sub(second), sub(third)]);
    case 'sequence_expression':
      return tree('Seq', 'expr', node, [list('Elems', node, operandsOf(node).map(sub))]);
    case 'await_expression':
      if (!first) break;
      return tree('Await', 'expr', node, [sub(first)]);
    case 'yield_expression':
      return tree(
        'Yield',
        'expr',
        node,
        [first === undefined ? none(node) : sub(first)],
        has(node, '*') ? '*' : '',
      );
    case 'non_null_expression':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], 'x!');
    case 'as_expression':
    case 'satisfies_expression': {
      const [, , type] = node.kids;
      if (!first || !type) break;
      return cast(node, first, type, source);
    }
    case 'type_assertion':
      if (!first || !second) break;
      return tree('Cast', 'expr', node, [ecmaType(parts(first)[0] ?? first, source), sub(second)]);
    case 'array':
    case 'array_pattern':
      return tree('Array', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'object':
    case 'object_pattern':
      return tree('Record', 'expr', node, [
        list(
          'Fields',
          node,
          inner.flatMap((part) => objectMember(part, source)),
        ),
      ]);
    case 'spread_element':
    case 'rest_pattern':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], 'spread');
    case 'assignment_pattern':
      if (!first || !second) break;
      return tree('Assign', 'expr', node, [sub(first), sub(second)]);
    case 'arrow_function':
    case 'function_expression':
    case 'function':
    case 'generator_function':
      return ecmaFunction(node, 'expr', source);
    case 'class':
      return { ...ecmaClass(node, source), kind: 'AnonClass', role: 'expr' };
    case 'jsx_element':
    case 'jsx_self_closing_element':
    case 'jsx_fragment':
      return jsx(node, source);
    default:
      break;
  }
  return tree(node.type, 'expr', node, inner.map(sub), inner.length === 0 ? source.text(node) : '');
}

/** Commas are nested to the right or left; all operands are of one sequence. */
const operandsOf = (node: Cst): readonly Cst[] =>
  parts(node).flatMap((part) => (part.type === 'sequence_expression' ? operandsOf(part) : [part]));

function template(node: Cst, kind: string, source: SourceText): Tree {
  const pieces: Tree[] = [];
  let from = node.start + 1;
  const text = (end: number): void => {
    if (end > from) {
      const span = { start: from, end };
      pieces.push(tree('Str', 'expr', span, [], source.text(span)));
    }
  };
  for (const part of node.kids) {
    if (part.type !== 'template_substitution') continue;
    text(part.start);
    pieces.push(...parts(part).map((inner) => ecmaExpression(inner, source)));
    from = part.end;
  }
  text(node.end - 1);
  return tree('Concat', 'expr', node, pieces, kind);
}

function access(node: Cst, source: SourceText): Tree {
  const [object] = parts(node);
  const last = parts(node).at(-1);
  if (object === undefined || last === undefined || last === object)
    return tree(node.type, 'expr', node);
  let base = ecmaExpression(object, source);
  if (has(node, 'optional_chain') || has(node, '?.'))
    base = tree('Op', 'expr', object, [base], '?.');
  if (node.type === 'subscript_expression') {
    return tree('Index', 'expr', node, [base, ecmaExpression(last, source)]);
  }
  if (source.text(last) === DOTS) return tree('DotEllipsis', 'expr', node, [base]);
  return tree('Dot', 'expr', node, [base, source.name(last)]);
}

function call(node: Cst, source: SourceText): Tree {
  const [callee] = node.kids;
  const args = kid(node, 'arguments', 'template_string');
  if (callee === undefined || args === undefined) return tree(node.type, 'expr', node);
  if (args.type === 'template_string') {
    const text = template(args, 'tagged', source);
    return tree('Call', 'expr', node, [ecmaExpression(callee, source), list('Args', args, [text])]);
  }
  const [only] = parts(args);
  if (source.text(callee) === DEEP && only !== undefined) {
    return tree('Deep', 'expr', node, [ecmaExpression(only, source)]);
  }
  let target = ecmaExpression(callee, source);
  if (target.kind === 'Id' && ['require', 'eval'].includes(target.text))
    target = { ...target, kind: 'Special' };
  if (has(node, 'optional_chain') || has(node, '?.'))
    target = tree('Op', 'expr', callee, [target], '?.');
  return tree('Call', 'expr', node, [target, argumentList(args, source)]);
}

const argumentList = (args: Cst, source: SourceText): Tree =>
  list(
    'Args',
    args,
    parts(args).map((argument) => ecmaExpression(argument, source)),
  );

function construction(node: Cst, source: SourceText): Tree {
  const [callee] = after(node, 'new');
  const args = kid(node, 'arguments');
  if (callee === undefined) return tree(node.type, 'expr', node);
  const end = { start: node.end, end: node.end };
  const made = { ...ecmaExpression(callee, source), role: 'type' as const };
  return tree('New', 'expr', node, [
    made,
    args === undefined ? list('Args', end, []) : argumentList(args, source),
  ]);
}

/** `a += b` is `a = a + b`, to OpenGrep. */
function update(node: Cst, left: Tree, right: Tree, source: SourceText): Tree {
  const operator = source.text(node.kids[1] ?? node).slice(0, -1);
  return tree('Assign', 'expr', node, [left, tree('Op', 'expr', node, [left, right], operator)]);
}

function unary(node: Cst, operand: Cst, source: SourceText): Tree {
  const operator = source.text(node.kids[0] ?? node);
  const value = ecmaExpression(operand, source);
  if (operator === '-' && value.kind === 'Lit' && /^\d/.test(value.text)) {
    return tree('Lit', 'expr', node, [], `-${value.text}`);
  }
  if (operator === 'void') {
    const type = tree('Id', 'type', node.kids[0] ?? node, [], 'void');
    return tree('Cast', 'expr', node, [type, value]);
  }
  if (operator === 'delete') {
    // A call of a function with this name, to OpenGrep.
    const callee = source.id(node.kids[0] ?? node);
    return tree('Call', 'expr', node, [callee, list('Args', operand, [value])]);
  }
  return tree(/^[a-z]/.test(operator) ? 'WordOp' : 'Op', 'expr', node, [value], operator);
}

/** A typed metavariable is written as a cast to a marked type. */
function cast(node: Cst, value: Cst, type: Cst, source: SourceText): Tree {
  if (type.type === 'generic_type' && source.text(before(type, '<')[0] ?? type) === TYPED) {
    const [wanted] = parts(parts(type).at(-1) ?? type);
    if (wanted !== undefined) {
      return tree(
        'TypedMetavariable',
        'expr',
        node,
        [ecmaType(wanted, source)],
        source.nameText(value),
      );
    }
  }
  return tree('Cast', 'expr', node, [ecmaType(type, source), ecmaExpression(value, source)]);
}
