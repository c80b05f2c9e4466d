import { after, before, has, kid, type Cst } from '../cst.ts';
import { DEEP, DOTS } from '../pattern-text.ts';
import { any, none, tree, type Tree } from '../tree.ts';
import { list, numberText, parts, type SourceText } from './translator.ts';

export function pythonExpression(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first, second, third] = inner;
  const sub = (part: Cst): Tree => pythonExpression(part, source);
  switch (node.type) {
    case 'identifier':
      return source.text(node) === DOTS ? tree('Ellipsis', 'expr', node) : source.id(node);
    case 'dotted_name':
      return dotted(inner, source);
    case 'type':
    case 'as_pattern_target':
    case 'expression':
    case 'primary_expression':
    case 'list_element':
      return first === undefined ? fallback(node, source) : sub(first);
    case 'parenthesized_expression':
      return first === undefined
        ? fallback(node, source)
        : { ...sub(first), start: node.start, end: node.end };
    case 'integer':
    case 'float':
      return tree('Lit', 'expr', node, [], numberText(source.text(node)));
    case 'true':
    case 'false':
    case 'none':
    case 'ellipsis':
      return tree('Lit', 'expr', node, [], source.text(node));
    case 'string':
      return pythonString(node, source);
    case 'concatenated_string':
      return tree('Concat', 'expr', node, inner.map(sub), 'sequence');
    case 'attribute':
      if (!first || !second) break;
      if (source.text(second) === DOTS) return tree('DotEllipsis', 'expr', node, [sub(first)]);
      return tree('Dot', 'expr', node, [sub(first), source.name(second)]);
    case 'call':
      if (!first || !second) break;
      return call(node, first, second, source);
    case 'subscript':
      return subscript(node, source);
    case 'unary_operator':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], source.text(node.kids[0] ?? node));
    case 'not_operator':
      if (!first) break;
      return tree('Op', 'expr', node, [sub(first)], '!');
    case 'binary_operator':
      if (!first || !second) break;
      return source.infix('Op', node, [sub(first), sub(second)]);
    case 'boolean_operator':
      if (!first || !second) break;
      return tree('Op', 'expr', node, [sub(first), sub(second)], has(node, 'and') ? '&&' : '||');
    case 'comparison_operator':
      return comparison(node, source);
    case 'conditional_expression':
      if (!first || !second || !third) break;
      return tree('Conditional', 'expr', node, [sub(second), sub(first), sub(third)]);
    case 'named_expression':
      if (!first || !second) break;
      return tree('Assign', 'expr', node, [sub(first), sub(second)]);
    case 'assignment':
    case 'augmented_assignment':
      return pythonAssignment(node, source);
    case 'lambda':
      return lambda(node, source);
    case 'list':
    case 'list_pattern':
      return tree('List', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'tuple':
    case 'expression_list':
    case 'pattern_list':
    case 'tuple_pattern':
      return tree('Tuple', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'set':
      return tree(inner.every((part) => isEllipsis(part, source)) ? 'Dict' : 'Set', 'expr', node, [
        list('Unordered', node, inner.map(sub)),
      ]);
    case 'dictionary':
      return tree('Dict', 'expr', node, [list('Unordered', node, inner.map(sub))]);
    case 'pair':
      return tree('Tuple', 'expr', node, [list('Elems', node, inner.map(sub))]);
    case 'list_splat':
    case 'list_splat_pattern':
      return tree('Op', 'expr', node, inner.map(sub), 'spread');
    case 'dictionary_splat':
      if (first !== undefined && isEllipsis(first, source)) return tree('Ellipsis', 'expr', node);
      return tree('Op', 'expr', node, inner.map(sub), 'hash-spread');
    case 'await':
      return tree('Await', 'expr', node, inner.map(sub));
    case 'yield':
      return tree(
        'Yield',
        'expr',
        node,
        first === undefined ? [none(node)] : [sub(first)],
        has(node, 'from') ? 'from' : '',
      );
    case 'for_in_clause':
    case 'if_clause':
      return tree(node.type, 'other', node, inner.map(sub));
    case 'generic_type':
      if (!first || !second) break;
      return tree('Index', 'expr', node, [sub(first), ...parts(second).map(sub)]);
    case 'union_type':
      return tree('Op', 'expr', node, inner.map(sub), '|');
    default:
      break;
  }
  return fallback(node, source);
}

const fallback = (node: Cst, source: SourceText): Tree =>
  source.asItStands(
    node,
    'expr',
    parts(node).map((part) => pythonExpression(part, source)),
  );

export const isEllipsis = (node: Cst, source: SourceText): boolean => {
  const text = source.text(node);
  return text === DOTS || text === `**${DOTS}`;
};

function dotted(names: readonly Cst[], source: SourceText): Tree {
  const [first, ...rest] = names;
  return rest.reduce<Tree>(
    (object, name) =>
      tree('Dot', 'expr', { start: object.start, end: name.end }, [object, source.name(name)]),
    source.id(first as Cst),
  );
}

/** All ways to quote are alike; only `f` makes a difference. */
function pythonString(node: Cst, source: SourceText): Tree {
  const [opening] = node.kids;
  const inner = node.kids.slice(1, -1);
  const isFormat = /f/i.test(
    opening === undefined ? '' : source.text(opening).replace(/["'].*/s, ''),
  );
  const contentOf = (part: Cst): string => source.source.slice(part.start, part.end);
  if (!isFormat) {
    const text = inner.length === 0 ? '' : source.source.slice(opening?.end, inner.at(-1)?.end);
    return tree('Str', 'expr', node, [], text);
  }
  const kids = inner.map((part) => {
    if (part.type !== 'interpolation') return tree('Str', 'expr', part, [], contentOf(part));
    const [value] = parts(part);
    return value === undefined ? fallback(part, source) : pythonExpression(value, source);
  });
  return tree('Concat', 'expr', node, kids, 'format');
}

function call(node: Cst, callee: Cst, args: Cst, source: SourceText): Tree {
  const name = source.text(callee);
  const [first] = parts(args);
  if (name === DEEP && first !== undefined) {
    return tree('Deep', 'expr', node, [pythonExpression(first, source)]);
  }
  return tree('Call', 'expr', node, [
    pythonExpression(callee, source),
    pythonArguments(args, source),
  ]);
}

/** Of a call, a class or a decorator. */
export function pythonArguments(args: Cst, source: SourceText, kind = 'Args'): Tree {
  // A generator needs no parentheses of its own.
  const all = args.type === 'generator_expression' ? [args] : parts(args);
  return list(
    kind,
    args,
    all.map((argument) => {
      const [name, value] = parts(argument);
      if (argument.type !== 'keyword_argument' || name === undefined || value === undefined) {
        return pythonExpression(argument, source);
      }
      const translated = pythonExpression(value, source);
      return tree('KeywordArg', 'other', argument, [translated], source.nameText(name));
    }),
  );
}

function subscript(node: Cst, source: SourceText): Tree {
  const [object, ...indices] = parts(node);
  const value = object === undefined ? none(node) : pythonExpression(object, source);
  const [only] = indices;
  if (indices.length === 1 && only?.type === 'slice') return slice(node, value, only, source);
  const kids = indices.map((index) =>
    index.type === 'slice'
      ? slice(index, none(index), index, source)
      : pythonExpression(index, source),
  );
  return tree('Index', 'expr', node, [value, list('Elems', node, kids)]);
}

function slice(node: Cst, value: Tree, bounds: Cst, source: SourceText): Tree {
  const found: (Cst | undefined)[] = [undefined];
  for (const child of bounds.kids) {
    if (child.type === ':') found.push(undefined);
    else if (child.named) found[found.length - 1] = child;
  }
  while (found.length < 3) found.push(undefined);
  const kids = found.map((bound) =>
    bound === undefined ? none(node) : pythonExpression(bound, source),
  );
  return tree('Slice', 'expr', node, [value, ...kids]);
}

function comparison(node: Cst, source: SourceText): Tree {
  const operands = parts(node)
    .filter(({ type }) => !/^(?:not in|is not)$/.test(type))
    .map((part) => pythonExpression(part, source));
  const operators = node.kids
    .filter((child) => !child.named || /^(?:not in|is not)$/.test(child.type))
    .map((child) => source.text(child).replace(/\s+/g, ' '));
  const text = operators.join(' ').replace('<>', '!=');
  return tree(operands.length === 2 ? 'Op' : 'Comparisons', 'expr', node, operands, text);
}

function lambda(node: Cst, source: SourceText): Tree {
  const parameters = kid(node, 'lambda_parameters');
  const body = parts(node).at(-1) ?? node;
  const value = pythonExpression(body, source);
  const kids = parameters === undefined ? [] : pythonParameters(parameters, source);
  // The value is what the function returns; a pattern `...` stands for any.
  const block =
    value.kind === 'Ellipsis'
      ? tree('ExprStmt', 'stmt', body, [value])
      : tree('Return', 'stmt', body, [value]);
  return tree('Func', 'expr', node, [list('Params', parameters ?? node, kids), any(node), block]);
}

export function pythonAssignment(node: Cst, source: SourceText): Tree {
  const sub = (part: Cst): Tree => pythonExpression(part, source);
  const inner = parts(node);
  const [left, right] = inner;
  if (left === undefined) return fallback(node, source);
  if (node.type === 'augmented_assignment') {
    const operator = node.kids.find((child) => !child.named);
    const text = operator === undefined ? '' : source.text(operator);
    return tree(
      'AssignOp',
      'expr',
      node,
      [sub(left), right === undefined ? none(node) : sub(right)],
      text,
    );
  }
  const type = kid(node, 'type');
  const value = after(node, '=').find((child) => child.named);
  const target =
    type === undefined
      ? sub(left)
      : tree('Cast', 'expr', { start: left.start, end: type.end }, [
          pythonExpression(type, source),
          sub(left),
        ]);
  if (value === undefined) return target;
  if (value.type === 'assignment' && type === undefined) return severalTargets(node, source);
  return tree('Assign', 'expr', node, [target, sub(value)]);
}

/** `a = b = 1` has the targets `a, b`. */
function severalTargets(node: Cst, source: SourceText): Tree {
  const targets: Tree[] = [];
  let at = node;
  for (;;) {
    const left = before(at, '=').find((child) => child.named);
    const value = after(at, '=').find((child) => child.named);
    if (left !== undefined) targets.push(pythonExpression(left, source));
    if (value === undefined) break;
    if (value.type !== 'assignment') {
      const span = { start: node.start, end: at.end };
      const all = tree('Tuple', 'expr', span, [list('Elems', span, targets)]);
      return tree('Assign', 'expr', node, [all, pythonExpression(value, source)]);
    }
    at = value;
  }
  return fallback(node, source);
}

export function pythonParameters(node: Cst, source: SourceText): readonly Tree[] {
  return parts(node).map((part) => parameter(part, source));
}

function parameter(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const [first] = inner;
  const type = kid(node, 'type');
  const annotation = type === undefined ? any(node) : pythonExpression(type, source);
  const value = after(node, '=').find((child) => child.named);
  const initial = value === undefined ? any(node) : pythonExpression(value, source);
  const text = source.text(node);
  switch (node.type) {
    case 'identifier': {
      if (text === DOTS) return tree('Ellipsis', 'other', node);
      const name = source.nameText(node);
      const kids = [source.name(node), any(node), any(node)];
      return tree('Param', 'other', node, kids, name.startsWith('$...') ? name : '');
    }
    case 'typed_parameter':
      if (first === undefined) break;
      if (first.type !== 'identifier') {
        const splat = parameter(first, source);
        return { ...splat, end: node.end, kids: [...splat.kids.slice(0, 1), annotation] };
      }
      return tree('Param', 'other', node, [source.name(first), annotation, any(node)]);
    case 'default_parameter':
    case 'typed_default_parameter':
      if (first === undefined) break;
      return tree('Param', 'other', node, [source.name(first), annotation, initial]);
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
      if (first === undefined) break;
      return tree(node.type, 'other', node, [source.name(first), any(node)]);
    default:
      break;
  }
  return tree(node.type, 'other', node, [], text);
}
