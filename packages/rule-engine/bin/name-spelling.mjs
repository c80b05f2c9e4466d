// What new names stand for: constants that spell a member, and aliases.
import { nodesOf } from './node-kinds.mjs';
import { edit, isReference, joined, NAME, named, unwrapped } from './spelling-nodes.mjs';

const ECMASCRIPT = new Set(['JavaScript', 'TypeScript', 'Tsx']);

/** New names of literal strings, which may stand for the name of a member: `obj[name]`, `getattr(obj, name)`. */
function constantsOf(root, language, known) {
  const found = new Map();
  for (const node of nodesOf(root, language, ['variable_declarator', 'assignment'])) {
    const name = (node.field('name') ?? node.field('left'))?.text() ?? '';
    const text = joined(node.field('value') ?? node.field('right'));
    const isNew = NAME.test(name) && !known.has(name);
    if (isNew && text !== undefined && NAME.test(text)) {
      found.set(name, found.has(name) ? undefined : text);
    }
  }
  return found;
}

const NAMING_CALLS =
  /^(?:Reflect\.\w+|(?:builtins\.)?[gs]etattr|.*__getattribute__|(?:.*\.)?(?:attrgetter|methodcaller))$/;

/** Edits that put literal strings in place of new constants that name a member. */
function withoutConstants(root, language, known) {
  const constants = constantsOf(root, language, known);
  const reassigned = reassignedNames(root, language);
  const names = [...constants.keys()].filter((name) => !reassigned.has(name));
  if (names.length === 0) return [];
  return nodesOf(root, language, ['identifier'], anyOf(names)).flatMap((node) => {
    const text = constants.get(node.text());
    const outer = node.parent();
    if (text === undefined || !outer) return [];
    const isIndex = [outer.field('index'), outer.field('subscript')].some(
      (one) => one?.id() === node.id(),
    );
    const isArgument = /^(?:arguments|argument_list)$/.test(outer.kind());
    const callee = isArgument ? (outer.parent()?.field('function')?.text() ?? '') : '';
    return isIndex || NAMING_CALLS.test(callee) ? [edit(node, `'${text}'`)] : [];
  });
}

/** An expression of the engine that matches exactly these names. */
function anyOf(names) {
  return `^(?:${names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|')})$`;
}

const ALIASING = [
  'variable_declarator',
  'import_specifier',
  'export_specifier',
  'assignment',
  'aliased_import',
  'short_var_declaration',
  'var_spec',
  'import_spec',
  'use_as_clause',
  'let_declaration',
  'type_item',
  'preproc_def',
  'init_declarator',
  'alias_declaration',
  'namespace_alias_definition',
];

/** Adds `const a = obj.x`, `const { a } = obj`, and aliases of imports and exports. */
function ecmascriptAliases(node, add, known) {
  const kind = node.kind();
  const value = kind === 'variable_declarator' ? node.field('value') : undefined;
  if (value) declaredAliases(node, unwrapped(value), add);
  const alias = node.field('alias')?.text();
  const name = node.field('name')?.text();
  if (kind === 'import_specifier' && alias !== undefined) add(alias, name, node);
  if (kind === 'export_specifier' && alias !== undefined && known.has(alias))
    add(name, alias, node);
}

function declaredAliases(node, target, add) {
  if (!isReference(target)) return;
  const name = node.field('name');
  if (name?.kind() === 'identifier') add(name.text(), target.text(), node);
  if (name?.kind() !== 'object_pattern') return;
  for (const one of named(name)) {
    if (one.kind() === 'shorthand_property_identifier_pattern')
      add(one.text(), `${target.text()}.${one.text()}`, node);
    if (one.kind() === 'pair_pattern')
      add(one.field('value')?.text(), `${target.text()}.${one.field('key')?.text()}`, node);
  }
}

function pythonAliases(node, add, known) {
  const kind = node.kind();
  const [target, right] = [node.field('left'), node.field('right')];
  if (kind === 'assignment' && target?.kind() === 'identifier' && isReference(right)) {
    const left = target.text();
    // `old = new` at the end of a module keeps the old name.
    if (known.has(left) && right.kind() === 'identifier') add(right.text(), left, node);
    else add(left, right.text(), node);
  }
  if (kind === 'aliased_import') add(node.field('alias')?.text(), node.field('name')?.text(), node);
}

function goAliases(node, add) {
  const kind = node.kind();
  if (kind === 'short_var_declaration' || kind === 'var_spec') {
    const [left] = named(node);
    const right = named(node.field('right') ?? node.field('value') ?? node)[0];
    if (isReference(right)) add(left?.text(), right.text(), node);
  }
  if (kind === 'import_spec' && node.field('name')) {
    const path = node.field('path')?.text().replaceAll('"', '');
    add(node.field('name').text(), path?.split('/').at(-1), node);
  }
}

function javaAliases(node, add) {
  const value = node.field('value');
  if (node.kind() === 'variable_declarator' && isReference(value))
    add(node.field('name')?.text(), value.text(), node);
}

function rustAliases(node, add, known) {
  const kind = node.kind();
  if (kind === 'use_as_clause')
    add(node.field('alias')?.text(), node.field('path')?.text().split('::').at(-1), node);
  if (kind === 'let_declaration' && isReference(node.field('value')))
    add(node.field('pattern')?.text(), node.field('value').text(), node);
  if (kind === 'type_item' && known.has(node.field('name')?.text()))
    add(node.field('type')?.text(), node.field('name')?.text(), node);
}

function cppAliases(node, add) {
  const kind = node.kind();
  if (kind === 'preproc_def') {
    const value = node.field('value')?.text().trim();
    if (value && /^[\w:.]+$/.test(value)) add(node.field('name')?.text(), value, node);
  }
  if (kind === 'init_declarator') {
    const value = node.field('value');
    const target = value?.kind() === 'pointer_expression' ? value.field('argument') : value;
    let name = node.field('declarator');
    while (name && name.kind() !== 'identifier' && named(name).length === 1) [name] = named(name);
    if (isReference(target)) add(name?.text(), target.text(), node);
  }
  if (kind === 'alias_declaration')
    add(node.field('name')?.text(), node.field('type')?.text(), node);
  if (kind === 'namespace_alias_definition')
    add(node.field('name')?.text(), named(node).at(-1)?.text(), node);
}

const VISITORS = {
  JavaScript: ecmascriptAliases,
  TypeScript: ecmascriptAliases,
  Tsx: ecmascriptAliases,
  Python: pythonAliases,
  Go: goAliases,
  Java: javaAliases,
  Rust: rustAliases,
  C: cppAliases,
  Cpp: cppAliases,
};

/** New names that stand for another name: the text to put in place of each, and the declarations. */
function aliasesOf(root, language, known) {
  const found = new Map();
  const add = (name, text, declaration) => {
    if (
      name === undefined ||
      text === undefined ||
      !NAME.test(name) ||
      known.has(name) ||
      name === text
    )
      return;
    // A name with two meanings stands for neither.
    found.set(name, found.has(name) ? undefined : { text, declaration });
  };
  const visit = VISITORS[language];
  if (visit === undefined) return found;
  for (const node of nodesOf(root, language, ALIASING)) visit(node, add, known);
  return new Map([...found].filter(([, alias]) => alias !== undefined));
}

const ASSIGNING = [
  'assignment_expression',
  'augmented_assignment_expression',
  'augmented_assignment',
  'update_expression',
  'assignment_statement',
];

/** Names that are assigned to again stand for more than one thing. */
function reassignedNames(root, language) {
  return new Set(
    nodesOf(root, language, ASSIGNING).map((node) =>
      (node.field('left') ?? node.field('argument'))?.text(),
    ),
  );
}

const IDENTIFIERS = [
  'identifier',
  'type_identifier',
  'package_identifier',
  'namespace_identifier',
  'shorthand_property_identifier',
];

/** Edits that put what an alias stands for in place of the alias. */
function withoutAliases(root, language, known) {
  const aliases = aliasesOf(root, language, known);
  const reassigned = aliases.size === 0 ? new Set() : reassignedNames(root, language);
  const names = [...aliases.keys()].filter((name) => !reassigned.has(name));
  if (names.length === 0) return [];
  return nodesOf(root, language, IDENTIFIERS, anyOf(names)).flatMap((node) => {
    const alias = aliases.get(node.text());
    const isUse = alias !== undefined && isFree(node) && !isInside(node, alias.declaration);
    return isUse ? [edit(node, alias.text)] : [];
  });
}

/** Not the name of a member: `a.alias` is something else than `alias`. */
function isFree(node) {
  const kind = node.kind();
  if (
    /^(?:property_identifier|field_identifier|shorthand_property_identifier|shorthand_property_identifier_pattern)$/.test(
      kind,
    )
  )
    return false;
  const outer = node.parent();
  if (!outer) return true;
  const owner = outer.field('object') ?? outer.field('operand') ?? outer.field('value');
  if (outer.kind() === 'attribute') return outer.field('object')?.id() === node.id();
  if (outer.kind() === 'keyword_argument') return outer.field('name')?.id() !== node.id();
  if (outer.kind() === 'method_invocation' && outer.field('name')?.id() === node.id()) return false;
  if (outer.kind() === 'field_access') return owner?.id() === node.id();
  return true;
}

function isInside(node, outer) {
  const [inner, around] = [node.range(), outer.range()];
  return inner.start.index >= around.start.index && inner.end.index <= around.end.index;
}

/** Edits that put what new constants and aliases stand for in their place. */
export function namesResolved(root, language, known) {
  const constants =
    language === 'Python' || ECMASCRIPT.has(language)
      ? withoutConstants(root, language, known)
      : [];
  return constants.length > 0 ? constants : withoutAliases(root, language, known);
}
