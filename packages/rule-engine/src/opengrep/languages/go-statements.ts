import { after, before, has, kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, empty, none, spanOf, tree, type Span, type Tree } from '../tree.ts';
import { goExpression } from './go-expressions.ts';
import { goSignature, goType } from './go-types.ts';
import { list, parts, SourceText } from './translator.ts';

export function goProgram(root: Cst, text: string): Tree {
  const source = new SourceText(text);
  return tree(
    'Block',
    'other',
    root,
    parts(root).flatMap((node) => goStatement(node, source)),
  );
}

export function goBlock(node: Cst, source: SourceText): Tree {
  return tree('Block', 'stmt', node, statements(node, source));
}

function statements(node: Cst, source: SourceText): readonly Tree[] {
  return parts(node).flatMap((part) =>
    part.type === 'statement_list' ? statements(part, source) : goStatement(part, source),
  );
}

/** One statement may declare several things, each of which is a statement of its own. */
function goStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first] = inner;
  switch (node.type) {
    case 'package_clause':
      return first === undefined ? [] : [tree('Package', 'stmt', node, [source.name(first)])];
    case 'import_declaration':
      return imports(node, source);
    case 'function_declaration':
    case 'method_declaration':
      return [functionDefinition(node, source)];
    case 'type_declaration':
      return inner.map((spec) => typeDefinition(spec, source));
    case 'const_declaration':
    case 'var_declaration':
      return inner
        .flatMap((spec) => (spec.type === 'var_spec_list' ? parts(spec) : [spec]))
        .flatMap((spec) =>
          variables(spec, node.type === 'const_declaration' ? 'const' : 'var', source),
        );
    case 'block':
      return [goBlock(node, source)];
    case 'return_statement':
      return [
        tree('Return', 'stmt', node, [
          first === undefined ? empty({ start: node.end, end: node.end }) : together(first, source),
        ]),
      ];
    case 'if_statement':
      return conditional(node, source);
    case 'for_statement':
      return [loop(node, source)];
    case 'expression_switch_statement':
    case 'type_switch_statement':
    case 'select_statement':
      return multiway(node, source);
    case 'labeled_statement': {
      const [label, ...rest] = inner;
      if (label === undefined) return [];
      const body = rest.flatMap((part) => goStatement(part, source));
      return [tree('Label', 'stmt', node, [source.name(label), ...body])];
    }
    case 'go_statement':
    case 'defer_statement':
    case 'break_statement':
    case 'continue_statement':
    case 'goto_statement':
    case 'fallthrough_statement': {
      const kids = inner.map((part) =>
        part.type === 'label_name' ? source.name(part) : goExpression(part, source),
      );
      return [tree(node.type, 'stmt', node, kids)];
    }
    case 'empty_statement':
      return [];
    default: {
      const simple = goSimple(node, source);
      return [tree('ExprStmt', 'stmt', simple, [simple])];
    }
  }
}

/** Statements that are expressions to OpenGrep. */
function goSimple(node: Cst, source: SourceText): Tree {
  const [left, right] = parts(node);
  switch (node.type) {
    case 'expression_statement':
      if (left !== undefined) return goExpression(left, source);
      break;
    case 'short_var_declaration':
      if (!left || !right) break;
      return tree(
        'AssignOp',
        'expr',
        node,
        [together(left, source), together(right, source)],
        ':=',
      );
    case 'assignment_statement': {
      if (!left || !right) break;
      const operator = source.text(node.kids.find((child) => !child.named) ?? node);
      const kids = [together(left, source), together(right, source)];
      if (operator === '=') return tree('Assign', 'expr', node, kids);
      return tree('AssignOp', 'expr', node, kids, operator);
    }
    case 'inc_statement':
    case 'dec_statement':
      if (left === undefined) break;
      return tree(
        'Op',
        'expr',
        node,
        [goExpression(left, source)],
        node.type === 'inc_statement' ? 'x++' : 'x--',
      );
    case 'send_statement':
      if (!left || !right) break;
      return tree('Send', 'expr', node, [goExpression(left, source), goExpression(right, source)]);
    default:
      break;
  }
  return goExpression(node, source);
}

/** Several expressions are a tuple. */
function together(node: Cst, source: SourceText): Tree {
  if (node.type !== 'expression_list') return goExpression(node, source);
  const all = parts(node).map((part) => goExpression(part, source));
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return tree('Tuple', 'expr', node, [list('Elems', node, all)]);
}

function imports(node: Cst, source: SourceText): readonly Tree[] {
  const specs = parts(node).flatMap((part) =>
    part.type === 'import_spec_list' ? parts(part) : [part],
  );
  return specs.map((spec) => {
    const path = parts(spec).at(-1) ?? spec;
    const alias = parts(spec).length > 1 ? parts(spec)[0] : undefined;
    const module = tree('Path', 'other', path, [], source.text(path).slice(1, -1));
    const at = { start: node.start, end: spec.end };
    if (alias?.type === 'dot') return tree('ImportAll', 'stmt', at, [module]);
    return tree('ImportAs', 'stmt', at, [
      module,
      alias === undefined ? any(spec) : source.name(alias),
    ]);
  });
}

function functionDefinition(node: Cst, source: SourceText): Tree {
  const name = kid(node, 'identifier', 'field_identifier') ?? node;
  const parameters = kid(node, 'type_parameter_list');
  const body = kid(node, 'block');
  const [params, result] = goSignature(node, source);
  const end = { start: node.end, end: node.end };
  const block = body === undefined ? tree('NoBody', 'other', end) : goBlock(body, source);
  const func = tree('Func', 'other', node, [params, result, block]);
  return tree('FuncDef', 'stmt', node, [
    list('Attrs', { start: node.start, end: node.start }, []),
    source.name(name),
    typeParameters(parameters, name, source),
    func,
  ]);
}

function typeParameters(node: Cst | undefined, at: Span, source: SourceText): Tree {
  if (node === undefined) return any(at);
  return list(
    'Elems',
    node,
    parts(node).map((part) =>
      tree(
        'TypeParam',
        'other',
        part,
        parts(part).map((inner) =>
          inner.type.endsWith('identifier') ? source.id(inner, 'type') : goType(inner, source),
        ),
      ),
    ),
  );
}

function typeDefinition(node: Cst, source: SourceText): Tree {
  const [name, ...rest] = parts(node);
  const type = rest.at(-1);
  if (name === undefined || type === undefined) return tree(node.type, 'stmt', node);
  const parameters = rest.length > 1 ? rest[0] : undefined;
  return tree(
    'TypeDef',
    'stmt',
    node,
    [source.name(name), typeParameters(parameters, name, source), goType(type, source)],
    node.type === 'type_alias' ? 'alias' : '',
  );
}

function variables(node: Cst, keyword: string, source: SourceText): readonly Tree[] {
  const names = before(node, '=').filter((part) => part.type === 'identifier');
  const type = before(node, '=').find((part) => part.named && part.type !== 'identifier');
  const written = after(node, '=').filter((part) => part.named);
  const values = written.flatMap((part) =>
    part.type === 'expression_list' ? parts(part) : [part],
  );
  const word = { start: node.start, end: node.start };
  return names.map((name, index) => {
    const value = names.length === values.length ? values[index] : values[0];
    const span =
      names.length === 1 ? node : (spanOf(value === undefined ? [name] : [name, value]) ?? name);
    return tree('VarDef', 'stmt', span, [
      list('Attrs', word, [tree('Keyword', 'other', word, [], keyword)]),
      source.name(name),
      type === undefined ? any(name) : goType(type, source),
      value === undefined ? none(name) : goExpression(value, source),
    ]);
  });
}

/** A statement before the condition makes both a block. */
function withInitializer(
  node: Cst,
  initializer: Cst | undefined,
  statement: Tree,
  source: SourceText,
): readonly Tree[] {
  if (initializer === undefined) return [statement];
  const first = goSimple(initializer, source);
  const span = { start: first.start, end: statement.end };
  return [
    tree('Block', 'stmt', span, [
      tree('ExprStmt', 'stmt', first, [first]),
      { ...statement, start: node.start },
    ]),
  ];
}

function conditional(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const initializer = has(node, ';') ? inner[0] : undefined;
  const [condition, consequence, alternative] = initializer === undefined ? inner : inner.slice(1);
  if (condition === undefined || consequence === undefined) return [];
  const otherwise = alternative === undefined ? undefined : goStatement(alternative, source)[0];
  const statement = tree('If', 'stmt', node, [
    goExpression(condition, source),
    goBlock(consequence, source),
    otherwise ?? any(node),
  ]);
  return withInitializer(node, initializer, statement, source);
}

function loop(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  const body = inner.at(-1) ?? node;
  const header = inner.length > 1 ? inner[0] : undefined;
  return tree('For', 'stmt', node, [loopHeader(header, node, source), goBlock(body, source)]);
}

function loopHeader(header: Cst | undefined, node: Cst, source: SourceText): Tree {
  if (header?.type === 'range_clause') {
    const left = before(header, 'range').find((part) => part.named);
    const right = parts(header).at(-1) ?? header;
    const names = left === undefined ? [] : left.type === 'expression_list' ? parts(left) : [left];
    return tree('ForEach', 'other', header, [
      list(
        'Elems',
        header,
        names.map((name) => goExpression(name, source)),
      ),
      goExpression(right, source),
    ]);
  }
  if (header === undefined || header.type !== 'for_clause') {
    if (header !== undefined && source.text(header) === DOTS)
      return tree('Ellipsis', 'other', header);
    const condition = header === undefined ? none(node) : goExpression(header, source);
    return tree('ForClassic', 'other', header ?? node, [none(node), condition, none(node)]);
  }
  const slots: (Cst | undefined)[] = [undefined, undefined, undefined];
  let slot = 0;
  for (const child of header.kids) {
    if (child.type === ';') slot += 1;
    else slots[slot] = child;
  }
  return tree(
    'ForClassic',
    'other',
    header,
    slots.map((part) => (part === undefined ? none(node) : goSimple(part, source))),
  );
}

function multiway(node: Cst, source: SourceText): readonly Tree[] {
  const isCase = (part: Cst): boolean => part.type.endsWith('_case');
  const head = before(node, '{');
  const initializer = has({ ...node, kids: head }, ';')
    ? head.find((part) => part.named)
    : undefined;
  const tags = head.filter((part) => part.named && part !== initializer);
  const assigned = has({ ...node, kids: head }, ':=');
  const cases = parts(node)
    .filter(isCase)
    .map((part) => switchCase(part, source));
  const values = tags.map((tag) => together(tag, source));
  const [first, second] = values;
  const tag =
    assigned && first && second
      ? tree('Assign', 'expr', { start: first.start, end: second.end }, values)
      : first;
  // Its braces count for nothing.
  const span = { start: node.start, end: (cases.at(-1) ?? tag ?? node).end };
  const statement = tree(
    'Switch',
    'stmt',
    span,
    [tag ?? none(node), list('Subset', node, cases)],
    node.type === 'type_switch_statement' ? 'type' : '',
  );
  return withInitializer(node, initializer, statement, source);
}

function switchCase(node: Cst, source: SourceText): Tree {
  const isDefault = node.type === 'default_case';
  const labels = before(node, ':').filter((part) => part.named);
  const tests = labels
    .flatMap((part) => (part.type === 'expression_list' ? parts(part) : [part]))
    .map((part) => (node.type === 'type_case' ? goType(part, source) : goSimple(part, source)));
  const body = after(node, ':').flatMap((part) =>
    part.type === 'statement_list'
      ? statements(part, source)
      : part.named
        ? goStatement(part, source)
        : [],
  );
  const span = spanOf(body) ?? { start: node.end, end: node.end };
  const end = (body.at(-1) ?? tests.at(-1) ?? node).end;
  return tree(
    'Case',
    'other',
    { start: node.start, end },
    [list('Elems', node, tests), tree('Block', 'stmt', span, body)],
    isDefault ? 'default' : '',
  );
}
