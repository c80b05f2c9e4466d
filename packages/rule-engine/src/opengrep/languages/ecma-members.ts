import { after, before, has, kid, type Cst } from '../cst.ts';
import { LAMBDA } from '../implicit-return.ts';
import { DOTS } from '../pattern-text.ts';
import { any, none, tree, type Role, type Tree } from '../tree.ts';
import { ecmaExpression } from './ecma-expressions.ts';
import { ecmaBlock } from './ecma-statements.ts';
import { annotation, ecmaType } from './ecma-types.ts';
import { list, parts, type SourceText } from './translator.ts';

const MODIFIERS: ReadonlySet<string> = new Set([
  'async',
  'static',
  'get',
  'set',
  'abstract',
  'override',
  'readonly',
  'declare',
  '*',
  '?',
  'accessibility_modifier',
  'override_modifier',
]);

/** Decorators and modifiers, in any order. */
export function attributes(node: Cst, source: SourceText): Tree {
  const found = node.kids.flatMap((part) => {
    if (part.type === 'decorator') return [decorator(part, source)];
    if (!MODIFIERS.has(part.type)) return [];
    return [
      tree(
        'Keyword',
        'other',
        part,
        [],
        source.text(part) === 'readonly' ? 'const' : source.text(part),
      ),
    ];
  });
  return list('Attrs', { start: node.start, end: node.start }, found);
}

function decorator(node: Cst, source: SourceText): Tree {
  const [expression] = parts(node);
  const translated = expression === undefined ? none(node) : ecmaExpression(expression, source);
  const end = { start: node.end, end: node.end };
  const kids = translated.kind === 'Call' ? translated.kids : [translated, list('Args', end, [])];
  return tree('Annotation', 'attribute', node, kids);
}

/** A function's parameters, result and body; an arrow's expression is returned. */
export function ecmaFunction(node: Cst, role: Role, source: SourceText): Tree {
  const written = kid(node, 'formal_parameters');
  const body =
    kid(node, 'statement_block') ??
    (node.type === 'arrow_function' ? parts(node).at(-1) : undefined);
  const single = before(node, '=>').find((part) => part.type === 'identifier');
  const params =
    written === undefined
      ? list('Params', single ?? node, single === undefined ? [] : parameter(single, source))
      : parameters(written, source);
  const result = annotation(node, source);
  const kind = role === 'expr' && node.type !== 'arrow_function' ? LAMBDA : '';
  return tree('Func', role, node, [params, result, functionBody(body, node, source)], kind);
}

function functionBody(body: Cst | undefined, node: Cst, source: SourceText): Tree {
  const end = { start: node.end, end: node.end };
  if (body === undefined) return tree('NoBody', 'other', end);
  if (body.type === 'statement_block') return ecmaBlock(body, source);
  const value = ecmaExpression(body, source);
  if (value.kind === 'Ellipsis')
    return tree('Block', 'stmt', body, [tree('Return', 'stmt', body, [value])]);
  return tree('Block', 'stmt', body, [tree('Return', 'stmt', value, [value])]);
}

export const parameters = (node: Cst, source: SourceText): Tree =>
  list(
    'Params',
    node,
    parts(node).flatMap((part) => parameter(part, source)),
  );

function parameter(node: Cst, source: SourceText): readonly Tree[] {
  const isWrapper = node.type === 'required_parameter' || node.type === 'optional_parameter';
  const target = isWrapper
    ? parts(node).find(
        (part) =>
          !['decorator', 'accessibility_modifier', 'override_modifier', 'readonly'].includes(
            part.type,
          ),
      )
    : node;
  if (target === undefined) return [];
  const end = { start: node.end, end: node.end };
  const written = isWrapper ? annotation(node, source) : any(end);
  const value = after(node, '=').find((part) => part.named);
  const fallback = value === undefined ? any(end) : ecmaExpression(value, source);
  if (target.type === 'identifier' || target.type === 'this') {
    if (source.text(target) === DOTS) return [tree('Ellipsis', 'other', target)];
    const name = source.name(target);
    const text = name.text.startsWith('$...') ? name.text : '';
    return [
      tree('Param', 'other', node, [name, written, fallback, attributes(node, source)], text),
    ];
  }
  if (target.type === 'assignment_pattern') {
    const [name, assigned] = parts(target);
    if (name === undefined || assigned === undefined) return [];
    if (name.type !== 'identifier') return parameter(name, source);
    return [
      tree('Param', 'other', node, [
        source.name(name),
        written,
        ecmaExpression(assigned, source),
        attributes(node, source),
      ]),
    ];
  }
  return [tree('ParamPattern', 'other', node, [binding(target, source), written])];
}

/** A destructuring pattern of parameters; parts with a default do not exist for OpenGrep. */
function binding(node: Cst, source: SourceText): Tree {
  const inner = parts(node);
  if (node.type === 'object_pattern') {
    const fields = inner.flatMap((part) => {
      const [key, value] = parts(part);
      if (part.type === 'object_assignment_pattern') return [];
      if (part.type === 'pair_pattern' && key && value) {
        if (value.type === 'assignment_pattern') return [];
        return [tree('PatternField', 'other', part, [source.name(key), binding(value, source)])];
      }
      if (part.type === 'rest_pattern') return [binding(part, source)];
      const name = source.nameText(part) === DOTS ? tree('Ellipsis', 'other', part) : undefined;
      return [name ?? tree('PatternField', 'other', part, [source.name(part), source.name(part)])];
    });
    return tree('RecordPattern', 'other', node, [list('Subset', node, fields)]);
  }
  if (node.type === 'array_pattern') {
    return tree('ListPattern', 'other', node, [
      list(
        'Elems',
        node,
        inner.map((part) => binding(part, source)),
      ),
    ]);
  }
  if (node.type === 'rest_pattern')
    return tree(
      'RestPattern',
      'other',
      node,
      inner.map((part) => binding(part, source)),
    );
  if (node.type === 'assignment_pattern' && inner[0] !== undefined)
    return binding(inner[0], source);
  return source.text(node) === DOTS ? tree('Ellipsis', 'other', node) : source.name(node);
}

function memberName(node: Cst, source: SourceText): Tree {
  if (node.type === 'computed_property_name') {
    return tree(
      'Computed',
      'other',
      node,
      parts(node).map((part) => ecmaExpression(part, source)),
    );
  }
  if (node.type !== 'string') return source.name(node);
  return tree('Name', 'other', node, [], source.text(node).slice(1, -1));
}

/** A member of an object literal. */
export function objectMember(node: Cst, source: SourceText): readonly Tree[] {
  const inner = parts(node);
  const [key, value] = inner;
  const field = (name: Tree, content: Tree): Tree =>
    tree('Field', 'stmt', node, [
      list('Attrs', { start: node.start, end: node.start }, []),
      name,
      any(name),
      content,
    ]);
  switch (node.type) {
    case 'pair':
    case 'pair_pattern':
      if (!key || !value) return [];
      return [field(memberName(key, source), ecmaExpression(value, source))];
    case 'shorthand_property_identifier':
    case 'shorthand_property_identifier_pattern':
      if (source.text(node) === DOTS)
        return [tree('ExprStmt', 'stmt', node, [tree('Ellipsis', 'expr', node)])];
      if (source.nameText(node).startsWith('$...'))
        return [tree('ExprStmt', 'stmt', node, [source.id(node)])];
      return [field(source.name(node), source.id(node))];
    case 'object_assignment_pattern':
      if (!key || !value) return [];
      return [
        field(
          source.name(key),
          tree('Assign', 'expr', node, [source.id(key), ecmaExpression(value, source)]),
        ),
      ];
    case 'method_definition':
      return [method(node, source)];
    default: {
      const expression = ecmaExpression(node, source);
      return [tree('ExprStmt', 'stmt', node, [expression])];
    }
  }
}

function method(node: Cst, source: SourceText): Tree {
  const name =
    kid(
      node,
      'property_identifier',
      'computed_property_name',
      'string',
      'number',
      'private_property_identifier',
    ) ?? node;
  return tree('FuncDef', 'stmt', node, [
    attributes(node, source),
    memberName(name, source),
    any(name),
    ecmaFunction(node, 'other', source),
  ]);
}

/** A class, its parents and members; for a declaration, an expression and an interface. */
export function ecmaClass(node: Cst, source: SourceText): Tree {
  const heritage = kid(node, 'class_heritage') ?? node;
  const extended = kid(heritage, 'extends_clause', 'extends_type_clause');
  const parents =
    extended === undefined
      ? heritage === node
        ? []
        : parts(heritage).filter((part) => part.type !== 'implements_clause')
      : parts(extended).filter((part) => part.type !== 'type_arguments');
  const implemented = kid(heritage, 'implements_clause');
  const body = kid(node, 'class_body', 'interface_body', 'object_type');
  const parent = (part: Cst): Tree =>
    node.type === 'interface_declaration'
      ? ecmaType(part, source)
      : { ...ecmaExpression(part, source), role: 'type' };
  const name = kid(node, 'type_identifier', 'identifier');
  const at = { start: node.start, end: node.start };
  return tree(
    'ClassDef',
    'stmt',
    node,
    [
      attributes(node, source),
      name === undefined ? any(at) : source.name(name),
      list('Parents', heritage, parents.map(parent)),
      list(
        'Subset',
        heritage,
        implemented === undefined ? [] : parts(implemented).map((part) => ecmaType(part, source)),
      ),
      list('Fields', body ?? node, body === undefined ? [] : members(body, source)),
    ],
    node.type === 'interface_declaration' ? 'interface' : 'class',
  );
}

/** Members of a class; a decorator may stand before its member as a node of its own. */
function members(body: Cst, source: SourceText): readonly Tree[] {
  const found: Tree[] = [];
  let decorators: Cst[] = [];
  for (const part of parts(body)) {
    if (part.type === 'decorator') {
      decorators.push(part);
      continue;
    }
    const [first] = decorators;
    const whole =
      first === undefined
        ? part
        : { ...part, start: first.start, kids: [...decorators, ...part.kids] };
    decorators = [];
    found.push(...typeMember(whole, source));
  }
  return found;
}

/** A member of a class, an interface or an object type. */
export function typeMember(node: Cst, source: SourceText): readonly Tree[] {
  const name = kid(
    node,
    'property_identifier',
    'private_property_identifier',
    'computed_property_name',
    'string',
    'number',
  );
  switch (node.type) {
    case 'method_definition':
      return [method(node, source)];
    case 'public_field_definition':
    case 'field_definition':
    case 'property_signature': {
      if (name === undefined) break;
      const text = source.nameText(name);
      if (text === DOTS || text.startsWith('$...')) {
        return [
          tree('ExprStmt', 'stmt', node, [
            text === DOTS ? tree('Ellipsis', 'expr', node) : source.id(name),
          ]),
        ];
      }
      const value = after(node, '=').find((part) => part.named);
      const content = value === undefined ? none(node) : ecmaExpression(value, source);
      return [
        tree('VarDef', 'stmt', node, [
          attributes(node, source),
          memberName(name, source),
          annotation(node, source),
          content,
        ]),
      ];
    }
    case 'method_signature':
    case 'abstract_method_signature': {
      const params = kid(node, 'formal_parameters');
      if (name === undefined || params === undefined) break;
      const type = tree('FunctionType', 'type', node, [
        parameters(params, source),
        annotation(node, source),
      ]);
      return [
        tree('VarDef', 'stmt', node, [
          attributes(node, source),
          memberName(name, source),
          type,
          none(node),
        ]),
      ];
    }
    default:
      break;
  }
  if (!node.named || has(node, ';')) return [];
  return [
    tree(
      node.type,
      'stmt',
      node,
      parts(node).map((part) => ecmaType(part, source)),
    ),
  ];
}
