import { kid, type Cst } from '../cst.ts';
import { DOTS } from '../pattern-text.ts';
import { any, empty, none, tree, type Span, type Tree } from '../tree.ts';
import { cExpression } from './c-expressions.ts';
import { list, parts, SourceText } from './translator.ts';

export function cProgram(root: Cst, text: string): Tree {
  const source = new SourceText(text);
  return tree('Block', 'other', root, statements(root, source));
}

export function cBlock(node: Cst, source: SourceText): Tree {
  return tree('Block', 'stmt', node, statements(node, source));
}

const statements = (node: Cst, source: SourceText): readonly Tree[] =>
  parts(node).flatMap((part) => cStatement(part, source));

const endOf = (node: Span): Span => ({ start: node.end, end: node.end });

function cStatement(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [first, second, third] = inner;
  const sub = (part: Cst | undefined): Tree =>
    part === undefined ? none(endOf(node)) : cExpression(part, source);
  const one = (part: Cst | undefined): Tree => oneStatement(part, node, source);
  switch (node.type) {
    case 'compound_statement':
      return [cBlock(node, source)];
    case 'expression_statement':
      return first === undefined ? [] : [tree('ExprStmt', 'stmt', node, [sub(first)], ';')];
    case 'if_statement': {
      const otherwise = third?.type === 'else_clause' ? parts(third)[0] : undefined;
      const kids = [
        sub(first),
        one(second),
        otherwise === undefined ? any(endOf(node)) : one(otherwise),
      ];
      return [tree('If', 'stmt', node, kids)];
    }
    case 'while_statement':
      return [tree('While', 'stmt', node, [sub(first), one(second)])];
    case 'do_statement':
      return [tree('Do', 'stmt', node, [one(first), sub(second)])];
    case 'for_statement':
    case 'for_range_loop':
      return [
        tree(node.type, 'stmt', node, [
          list(
            'ForHead',
            node,
            inner.slice(0, -1).flatMap((part) => headPart(part, source)),
          ),
          one(inner.at(-1)),
        ]),
      ];
    case 'return_statement':
      return [
        tree('Return', 'stmt', node, [first === undefined ? empty(endOf(node)) : sub(first)]),
      ];
    case 'break_statement':
    case 'continue_statement':
      return [tree(node.type, 'stmt', node)];
    case 'switch_statement':
      return [tree('Switch', 'stmt', node, [sub(first), one(second)])];
    case 'case_statement': {
      const value = kid(node, 'case') === undefined ? undefined : first;
      const rest = value === undefined ? inner : inner.slice(1);
      const body = rest.flatMap((part) => cStatement(part, source));
      return [tree('Case', 'stmt', node, [sub(value), tree('Block', 'other', node, body)])];
    }
    case 'declaration':
    case 'field_declaration':
      return declaration(node, source);
    case 'function_definition':
      return [definition(node, source)];
    case 'preproc_include':
      return [tree('Include', 'stmt', node, inner.map(sub))];
    case 'namespace_definition':
    case 'linkage_specification':
    case 'declaration_list':
    case 'preproc_if':
    case 'preproc_ifdef':
    case 'preproc_else':
    case 'preproc_elif':
    case 'template_declaration':
    case 'field_declaration_list':
      return [tree('Block', 'other', node, statements(node, source))];
    case 'class_specifier':
    case 'struct_specifier': {
      const body = kid(node, 'field_declaration_list');
      const name = kid(node, 'type_identifier');
      return [
        tree('ClassDef', 'stmt', node, [
          name === undefined ? none(node) : source.name(name),
          list('Fields', body ?? node, body === undefined ? [] : statements(body, source)),
        ]),
      ];
    }
    default:
      break;
  }
  if (node.type.endsWith('_statement')) {
    return [
      tree(
        node.type,
        'stmt',
        node,
        inner.flatMap((part) => cStatement(part, source)),
      ),
    ];
  }
  const expression = cExpression(node, source);
  return [tree(`${node.type}_stmt`, 'stmt', node, [expression])];
}

function headPart(node: Cst, source: SourceText): readonly Tree[] {
  return node.type === 'declaration' ? declaration(node, source) : [cExpression(node, source)];
}

function oneStatement(node: Cst | undefined, at: Cst, source: SourceText): Tree {
  if (node === undefined) return none(endOf(at));
  const [only, ...others] = cStatement(node, source);
  if (only !== undefined && others.length === 0) return only;
  return tree('Block', 'stmt', node, only === undefined ? [] : [only, ...others]);
}

/** One definition a declarator. */
function declaration(node: Cst, source: SourceText): readonly Tree[] {
  const isDeclarator = (part: Cst): boolean =>
    /declarator$|^identifier$|^field_identifier$/.test(part.type);
  const type = parts(node).find(
    (part) => !isDeclarator(part) && !/qualifier|specifier$/.test(part.type),
  );
  const qualifiers = parts(node).filter((part) => /qualifier|storage_class/.test(part.type));
  const attributes = list(
    'Attrs',
    { start: node.start, end: node.start },
    qualifiers.map((word) => tree('Keyword', 'other', word, [], source.text(word))),
  );
  const declarators = parts(node).filter(isDeclarator);
  if (declarators.length === 0) return parts(node).flatMap((part) => cStatement(part, source));
  return declarators.map((declarator, index) => {
    const hasValue = declarator.type === 'init_declarator';
    const [target, value] = hasValue ? parts(declarator) : [declarator];
    const name = innermost(target ?? declarator);
    const span = {
      start: node.start,
      end: index === declarators.length - 1 ? node.end : declarator.end,
    };
    if (source.text(name) === DOTS)
      return tree('ExprStmt', 'stmt', node, [tree('Ellipsis', 'expr', node)]);
    return tree('VarDef', 'stmt', span, [
      attributes,
      source.name(name),
      type === undefined ? any(node) : cType(type, source),
      value === undefined ? none(endOf(declarator)) : cExpression(value, source),
    ]);
  });
}

/** The name that pointers, arrays and parameters stand around. */
function innermost(declarator: Cst): Cst {
  const next = parts(declarator).find((part) => /declarator$|identifier$/.test(part.type));
  return next === undefined ? declarator : innermost(next);
}

function definition(node: Cst, source: SourceText): Tree {
  const declarator = parts(node).find(({ type }) => type.endsWith('declarator'));
  const body = kid(node, 'compound_statement');
  const type = parts(node).find(
    (part) => part !== declarator && part !== body && !/qualifier|specifier$/.test(part.type),
  );
  const parameters = declarator === undefined ? undefined : findParameters(declarator);
  const name = declarator === undefined ? node : innermost(declarator);
  return tree('FuncDef', 'stmt', node, [
    list('Attrs', { start: node.start, end: node.start }, []),
    source.name(name),
    any(name),
    tree('Func', 'other', node, [
      list(
        'Params',
        parameters ?? name,
        parameters === undefined ? [] : parts(parameters).map((part) => parameter(part, source)),
      ),
      type === undefined ? any(node) : cType(type, source),
      body === undefined ? none(endOf(node)) : cBlock(body, source),
    ]),
  ]);
}

function findParameters(node: Cst): Cst | undefined {
  if (node.type === 'parameter_list') return node;
  for (const part of parts(node)) {
    const found = findParameters(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parameter(node: Cst, source: SourceText): Tree {
  const [type, declarator] = parts(node).filter((part) => !part.type.endsWith('qualifier'));
  if (type === undefined) return tree(node.type, 'other', node, [], source.text(node));
  if (source.text(node) === DOTS) return tree('Ellipsis', 'other', node);
  const name = declarator === undefined ? none(node) : source.name(innermost(declarator));
  return tree('Param', 'other', node, [name, cType(type, source)]);
}

export function cType(node: Cst, source: SourceText): Tree {
  const [first] = parts(node);
  if (node.type === 'type_descriptor' && first !== undefined && parts(node).length === 1) {
    return cType(first, source);
  }
  if (parts(node).length === 0) return source.id(node, 'type');
  return tree(
    node.type,
    'type',
    node,
    parts(node).map((part) => cType(part, source)),
  );
}
