import { after, before, has, kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, empty, none, spanOf, tree, type Tree } from '../tree.ts';
import { MULTIPLE } from '../match-statements.ts';
import { ecmaExpression } from './ecma-expressions.ts';
import { attributes, ecmaClass, ecmaFunction } from './ecma-members.ts';
import { exportStatement, importStatement } from './ecma-modules.ts';
import { annotation, ecmaType } from './ecma-types.ts';
import { list, parts, SourceText } from './translator.ts';

export function ecmaProgram(root: Cst, text: string, isPattern: boolean): Tree {
  const source = new SourceText(text, isPattern);
  return tree('Block', 'other', root, statements(parts(root), source));
}

export const ecmaBlock = (node: Cst, source: SourceText): Tree =>
  tree('Block', 'stmt', node, statements(parts(node), source));

const statements = (nodes: readonly Cst[], source: SourceText): readonly Tree[] =>
  nodes.flatMap((node) => ecmaStatement(node, source));

/** One statement may declare several things, each of which is a statement of its own. */
export function ecmaStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first] = inner;
  const end = { start: node.end, end: node.end };
  switch (node.type) {
    case 'import_statement':
      return importStatement(node, source);
    case 'export_statement':
      return exportStatement(node, source);
    case 'lexical_declaration':
    case 'variable_declaration':
      return variables(node, source);
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'function_signature': {
      const name = kid(node, 'identifier');
      return [
        tree('FuncDef', 'stmt', node, [
          attributes(node, source),
          name === undefined ? any(node) : source.name(name),
          any(node),
          ecmaFunction(node, 'other', source),
        ]),
      ];
    }
    case 'class_declaration':
    case 'abstract_class_declaration':
    case 'interface_declaration':
      return [ecmaClass(node, source)];
    case 'type_alias_declaration': {
      const name = kid(node, 'type_identifier') ?? node;
      const [type] = after(node, '=');
      if (type === undefined) break;
      return [tree('TypeDef', 'stmt', node, [source.name(name), ecmaType(type, source)])];
    }
    case 'enum_declaration':
      return [enumeration(node, source)];
    case 'internal_module':
    case 'module': {
      const name = kid(node, 'identifier', 'string', 'nested_identifier') ?? node;
      const body = kid(node, 'statement_block');
      const block = body === undefined ? none(end) : ecmaBlock(body, source);
      const span = { start: name.start, end: block.kids.at(-1)?.end ?? name.end };
      return [tree('Module', 'stmt', span, [source.name(name), block])];
    }
    case 'ambient_declaration':
      return statements(inner, source);
    case 'statement_block':
      return [ecmaBlock(node, source)];
    case 'expression_statement': {
      if (first === undefined) return [];
      if (
        ['internal_module', 'function_expression'].includes(first.type) &&
        first.type === 'internal_module'
      )
        return ecmaStatement(first, source);
      const semicolon = kid(node, ';');
      const closed = semicolon !== undefined && semicolon.end > semicolon.start;
      const expression = ecmaExpression(first, source);
      return [tree('ExprStmt', 'stmt', closed ? node : first, [expression], closed ? ';' : '')];
    }
    case 'return_statement':
      return [
        tree('Return', 'stmt', node, [
          first === undefined ? empty(end) : ecmaExpression(first, source),
        ]),
      ];
    case 'throw_statement':
      return [
        tree('Throw', 'stmt', node, first === undefined ? [] : [ecmaExpression(first, source)]),
      ];
    case 'if_statement': {
      const [condition, consequence, otherwise] = inner;
      if (!condition || !consequence) return [];
      const otherwiseBody = otherwise === undefined ? undefined : body(parts(otherwise)[0], source);
      return [
        tree('If', 'stmt', node, [
          ecmaExpression(condition, source),
          body(consequence, source),
          otherwiseBody ?? any(end),
        ]),
      ];
    }
    case 'while_statement': {
      const [condition, loop] = inner;
      if (!condition || !loop) return [];
      return [tree('While', 'stmt', node, [ecmaExpression(condition, source), body(loop, source)])];
    }
    case 'do_statement': {
      const [loop, condition] = inner;
      if (!condition || !loop) return [];
      return [
        tree('DoWhile', 'stmt', node, [body(loop, source), ecmaExpression(condition, source)]),
      ];
    }
    case 'for_statement':
    case 'for_in_statement':
      return [loopStatement(node, source)];
    case 'switch_statement':
      return [switchStatement(node, source)];
    case 'try_statement':
      return [tryStatement(node, source)];
    case 'labeled_statement': {
      const [label, labelled] = inner;
      if (!label || !labelled) return [];
      return [tree('Label', 'stmt', node, [source.name(label), body(labelled, source)])];
    }
    case 'break_statement':
    case 'continue_statement':
      return [
        tree(node.type, 'stmt', node, [first === undefined ? none(end) : source.name(first)]),
      ];
    case 'empty_statement':
    case 'hash_bang_line':
      return [];
    default:
      break;
  }
  return [
    tree(
      node.type,
      'stmt',
      node,
      inner.map((part) => ecmaExpression(part, source)),
      inner.length === 0 ? source.text(node) : '',
    ),
  ];
}

function body(node: Cst | undefined, source: SourceText): Tree {
  if (node === undefined) return tree('Block', 'stmt', { start: 0, end: 0 });
  const translated = ecmaStatement(node, source);
  const [only] = translated;
  return translated.length === 1 && only !== undefined
    ? only
    : tree('Block', 'stmt', node, translated);
}

function variables(node: Cst, source: SourceText): readonly Tree[] {
  const [keyword] = node.kids;
  const word = keyword ?? node;
  const attrs = list('Attrs', word, [tree('Keyword', 'other', word, [], source.text(word))]);
  return parts(node).flatMap((declarator) => {
    const [target] = parts(declarator);
    if (target === undefined) return [];
    const end = { start: declarator.end, end: declarator.end };
    const value = after(declarator, '=').find((part) => part.named);
    const content = value === undefined ? none(end) : ecmaExpression(value, source);
    const span = { start: word.start, end: declarator.end };
    if (target.type === 'identifier') {
      return [
        tree('VarDef', 'stmt', span, [
          attrs,
          source.name(target),
          annotation(declarator, source),
          content,
        ]),
      ];
    }
    const left = ecmaExpression(target, source);
    const assigned = tree('Assign', 'expr', span, [left, content]);
    const name = tree('Name', 'other', target, [], MULTIPLE);
    return [
      tree('VarDef', 'stmt', span, [
        attrs,
        name,
        any(end),
        value === undefined ? content : assigned,
      ]),
    ];
  });
}

function enumeration(node: Cst, source: SourceText): Tree {
  const name = kid(node, 'identifier') ?? node;
  const entries = parts(kid(node, 'enum_body') ?? node).map((entry) => {
    const [key, value] = entry.type === 'enum_assignment' ? parts(entry) : [entry];
    return tree('EnumEntry', 'other', entry, [
      source.name(key ?? entry),
      value === undefined ? none(entry) : ecmaExpression(value, source),
    ]);
  });
  return tree('EnumDef', 'stmt', node, [source.name(name), list('Subset', node, entries)]);
}

function loopStatement(node: Cst, source: SourceText): Tree {
  const loop = body(parts(node).at(-1), source);
  const head = node.kids.slice(node.kids.findIndex((part) => part.type === '(') + 1);
  const operator = head.find((part) => part.type === 'of' || part.type === 'in');
  if (node.type === 'for_in_statement' && operator !== undefined) {
    const target = before({ ...node, kids: head }, operator.type).find((part) => part.named);
    const [collection] = after({ ...node, kids: head }, operator.type);
    if (target !== undefined && collection !== undefined) {
      const header = tree(
        'ForEach',
        'other',
        { start: target.start, end: collection.end },
        [{ ...ecmaExpression(target, source), role: 'other' }, ecmaExpression(collection, source)],
        operator.type,
      );
      return tree('For', 'stmt', node, [header, loop]);
    }
  }
  const [init, condition, step] = parts(node).slice(0, -1);
  if (init !== undefined && source.text(init).startsWith(DOTS)) {
    return tree('For', 'stmt', node, [tree('Ellipsis', 'other', init), loop]);
  }
  const slots = [init, condition, step].map((part) => {
    if (part === undefined || part.type === 'empty_statement') return none(node);
    const [translated] = /declaration$|statement$/.test(part.type)
      ? ecmaStatement(part, source)
      : [ecmaExpression(part, source)];
    const [expression] = translated?.kind === 'ExprStmt' ? translated.kids : [];
    return expression ?? translated ?? none(node);
  });
  return tree('For', 'stmt', node, [
    tree('ForClassic', 'other', spanOf(slots) ?? node, slots),
    loop,
  ]);
}

function switchStatement(node: Cst, source: SourceText): Tree {
  const [value, cases] = parts(node);
  const translated = parts(cases ?? node).map((part) => {
    const content = after(part, ':').filter((inner) => inner.named);
    const test = before(part, ':').find((inner) => inner.named);
    const found = statements(content, source);
    const [only] = found;
    const block =
      found.length === 1 && only !== undefined
        ? only
        : tree('Block', 'stmt', spanOf(found) ?? { start: part.end, end: part.end }, found);
    const tests = test === undefined ? [] : [ecmaExpression(test, source)];
    return tree(
      'Case',
      'other',
      part,
      [list('Elems', part, tests), block],
      part.type === 'switch_default' ? 'default' : '',
    );
  });
  const end = translated.at(-1)?.end ?? value?.end ?? node.end;
  return tree('Switch', 'stmt', { start: node.start, end }, [
    value === undefined ? none(node) : ecmaExpression(value, source),
    list('Subset', node, translated),
  ]);
}

function tryStatement(node: Cst, source: SourceText): Tree {
  const tried = kid(node, 'statement_block') ?? node;
  const caught = kid(node, 'catch_clause');
  const last = kid(node, 'finally_clause');
  const end = { start: node.end, end: node.end };
  const handler = caught === undefined ? [] : [catchClause(caught, source)];
  const final =
    last === undefined
      ? none(end)
      : tree(
          'Finally',
          'other',
          last,
          parts(last).map((part) => ecmaBlock(part, source)),
        );
  return tree('Try', 'stmt', node, [
    ecmaBlock(tried, source),
    list('Subset', node, handler),
    final,
  ]);
}

function catchClause(node: Cst, source: SourceText): Tree {
  const block = kid(node, 'statement_block') ?? node;
  const [parameter] = has(node, '(') ? parts(node) : [];
  const named =
    parameter === undefined
      ? none(node)
      : source.text(parameter) === DOTS
        ? tree('Ellipsis', 'other', parameter)
        : { ...ecmaExpression(parameter, source), role: 'other' as const };
  return tree('Catch', 'other', node, [named, ecmaBlock(block, source)]);
}
