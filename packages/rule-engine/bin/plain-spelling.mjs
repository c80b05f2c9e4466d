// Writes calls and names in their plain spelling: `obj['x'](a)`, `Reflect.get(obj, 'x')(a)` and
// `const y = obj.x; y(a)` all become `obj.x(a)`. A rule that looks for the plain spelling then finds what only
// hides from it. Used by code-reader.mjs.
import { parse } from '@ast-grep/napi';
import { COMMENT_KINDS, nodesOf } from './node-kinds.mjs';

const MAX_PASSES = 6;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const ECMASCRIPT = new Set(['JavaScript', 'TypeScript', 'Tsx']);
const named = (node) =>
  node.children().filter((child) => child.isNamed() && !child.kind().endsWith('comment'));

function edit(node, text) {
  const { start, end } = node.range();
  return { at: start.index, end: end.index, text };
}

/** The text of a string literal; undefined for anything else. Concatenations of literals are joined. */
function literal(node) {
  if (!node) return undefined;
  const kind = node.kind();
  const text = node.text();
  if (kind === 'parenthesized_expression') return literal(named(node)[0]);
  if (kind === 'binary_expression' || kind === 'binary_operator') {
    const [left, right] = [named(node)[0], named(node).at(-1)];
    const operator = node.field('operator')?.text() ?? '+';
    const [before, after] = [literal(left), literal(right)];
    return operator === '+' && before !== undefined && after !== undefined
      ? before + after
      : undefined;
  }
  if (kind === 'concatenated_string') {
    const parts = named(node).map(literal);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (kind === 'template_string') {
    return text.includes('${') ? undefined : text.slice(1, -1);
  }
  if (!/^(?:string|string_literal|interpreted_string_literal|raw_string_literal)$/.test(kind))
    return undefined;
  const match = /^[brBR]?(?:"""|'''|"|'|`)(.*?)(?:"""|'''|"|'|`)$/s.exec(text);
  return match && !match[1].includes('\\') && !text.startsWith('f') ? match[1] : undefined;
}

/** `['o', 'ld'].join('')` and `''.join(['o', 'ld'])`. */
function joined(node) {
  const direct = literal(node);
  if (direct !== undefined || !node || !/^(?:call_expression|call)$/.test(node.kind()))
    return direct;
  const parts = [...node.text().matchAll(/(["'`])([^"'`\\]*)\1/g)].map(([, , part]) => part);
  if (/^\[[^\]]*\]\.join\(/.test(node.text())) return parts.slice(0, -1).join(parts.at(-1) ?? ',');
  if (/^(["'])[^"']*\1\.join\(/.test(node.text())) return parts.slice(1).join(parts[0] ?? '');
  return undefined;
}

const memberName = (node) => {
  const text = joined(node);
  return text !== undefined && NAME.test(text) ? text : undefined;
};

/** The expression in parentheses, a cast or an assertion. */
function unwrapped(node) {
  let inner = node;
  for (;;) {
    const kind = inner.kind();
    if (kind === 'parenthesized_expression') {
      const only = named(inner);
      if (only.length !== 1) return inner;
      [inner] = only;
    } else if (/^(?:as_expression|satisfies_expression|non_null_expression)$/.test(kind)) {
      [inner] = named(inner);
    } else if (kind === 'sequence_expression') {
      const last = named(inner).at(-1);
      const others = named(inner).slice(0, -1);
      if (
        !last ||
        others.some((one) => !/^(?:number|string|true|false|null|undefined)$/.test(one.kind()))
      )
        return inner;
      inner = last;
    } else return inner;
  }
}

const REFERENCE =
  /^(?:identifier|member_expression|attribute|selector_expression|field_expression|scoped_identifier|field_access|qualified_identifier|property_identifier|this)$/;
const isReference = (node) => node && REFERENCE.test(node.kind()) && !/[()[\]]/.test(node.text());

const argumentsOf = (call) =>
  named(call.field('arguments') ?? call).filter((one) => one.kind() !== 'type_arguments');

function list(node) {
  if (!node || !/^(?:array|list|tuple)$/.test(node.kind())) return node ? `...${node.text()}` : '';
  return named(node)
    .map((one) => one.text())
    .join(', ');
}

/** `((...given) => f(...given))(a)` is `f(a)`, and `(() => f(a))()` is `f(a)`. */
function inlined(callee, given) {
  const inner = unwrapped(callee);
  const texts = given.map((one) => one.text()).join(', ');
  switch (inner.kind()) {
    case 'arrow_function':
    case 'lambda': {
      const body = inner.field('body');
      const parameters = (inner.field('parameters')?.text() ?? '').replaceAll(/[()\s]/g, '');
      if (!body || body.kind() === 'statement_block') return undefined;
      if (parameters === '') return given.length === 0 ? body.text() : undefined;
      const forwarded = /^([\w.]+)\(([^()]*)\)$/.exec(body.text().trim());
      const isSame = forwarded?.[2].replaceAll(/\s/g, '') === parameters;
      return isSame && /^(?:\.\.\.|\*)/.test(parameters) ? `${forwarded[1]}(${texts})` : undefined;
    }
    case 'lambda_expression':
    case 'func_literal': {
      const statements = named(inner.field('body') ?? inner).flatMap((one) =>
        one.kind() === 'statement_list' ? named(one) : [one],
      );
      const [only, ...more] = statements;
      if (!only || more.length > 0 || given.length > 0) return undefined;
      return only
        .text()
        .replace(/^return\s+/, '')
        .replace(/;$/, '');
    }
    default:
      return undefined;
  }
}

function ecmascript(node) {
  const kind = node.kind();
  if (kind === 'subscript_expression') {
    const name = memberName(node.field('index'));
    const object = node.field('object');
    if (name === undefined || !object) return undefined;
    return edit(
      node,
      /^(?:globalThis|window|global|self)$/.test(object.text()) ? name : `${object.text()}.${name}`,
    );
  }
  if (kind === 'member_expression' && /^globalThis\.\w+$/.test(node.text())) {
    return edit(node, node.text().slice('globalThis.'.length));
  }
  if (kind === 'new_expression') {
    const callee = node.field('constructor');
    const inner = callee && unwrapped(callee);
    return inner && inner.id() !== callee.id() && isReference(inner)
      ? edit(callee, inner.text())
      : undefined;
  }
  if (kind !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const inner = unwrapped(callee);
  if (inner.id() !== callee.id() && isReference(inner)) return edit(callee, inner.text());
  const given = argumentsOf(node);
  const body = inlined(callee, given);
  if (body !== undefined) return edit(node, body);
  const text = callee.text();
  const [first, second, third] = given;
  if (text === 'Reflect.get') {
    const name = memberName(second);
    return name === undefined || !first ? undefined : edit(node, `${first.text()}.${name}`);
  }
  if (text === 'Reflect.set') {
    const name = memberName(second);
    return name === undefined || !first || !third
      ? undefined
      : edit(node, `${first.text()}.${name} = ${third.text()}`);
  }
  if (text === 'Reflect.apply' && first) return edit(node, `${first.text()}(${list(third)})`);
  if (text === 'Reflect.construct' && first)
    return edit(node, `new ${first.text()}(${list(second)})`);
  if (callee.kind() === 'member_expression') {
    const object = callee.field('object');
    const property = callee.field('property')?.text();
    if (!object) return undefined;
    if (property === 'call')
      return edit(
        node,
        `${object.text()}(${given
          .slice(1)
          .map((one) => one.text())
          .join(', ')})`,
      );
    if (property === 'apply' && given.length > 0)
      return edit(node, `${object.text()}(${list(second)})`);
  }
  if (callee.kind() === 'call_expression') {
    const bound = callee.field('function');
    if (bound?.kind() === 'member_expression' && bound.field('property')?.text() === 'bind') {
      const early = argumentsOf(callee).slice(1);
      const all = [...early, ...given].map((one) => one.text()).join(', ');
      return edit(node, `${bound.field('object').text()}(${all})`);
    }
  }
  return undefined;
}

function python(node) {
  const kind = node.kind();
  if (kind === 'subscript') {
    const name = memberName(node.field('subscript'));
    const object = node.field('value')?.text() ?? '';
    if (name === undefined) return undefined;
    if (/^(?:globals|locals)\(\)$/.test(object)) return edit(node, name);
    const held = /^vars\((.+)\)$/.exec(object)?.[1] ?? /^(.+)\.__dict__$/.exec(object)?.[1];
    return held === undefined ? undefined : edit(node, `${held}.${name}`);
  }
  if (kind !== 'call') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const inner = unwrapped(callee);
  if (inner.id() !== callee.id() && isReference(inner)) return edit(callee, inner.text());
  const given = argumentsOf(node);
  const body = inlined(callee, given);
  if (body !== undefined) return edit(node, body);
  const [first, second, third] = given;
  const text = callee.text();
  const rest = given.map((one) => one.text()).join(', ');
  if (/^(?:builtins\.)?getattr$/.test(text)) {
    const name = memberName(second);
    return name === undefined || !first ? undefined : edit(node, `${first.text()}.${name}`);
  }
  if (text === 'setattr') {
    const name = memberName(second);
    return name === undefined || !third
      ? undefined
      : edit(node, `${first.text()}.${name} = ${third.text()}`);
  }
  if (/^(?:__import__|importlib\.import_module)$/.test(text)) {
    const name = literal(first);
    return name === undefined ? undefined : edit(node, name);
  }
  if (callee.kind() === 'attribute') {
    const object = callee.field('object')?.text();
    const attribute = callee.field('attribute')?.text();
    if (attribute === '__call__') return edit(node, `${object}(${rest})`);
    if (attribute === '__getattribute__') {
      const name = memberName(first);
      return name === undefined ? undefined : edit(node, `${object}.${name}`);
    }
  }
  if (callee.kind() === 'call') {
    const maker = callee.field('function')?.text() ?? '';
    const [made, ...early] = argumentsOf(callee);
    if (/(?:^|\.)partial$/.test(maker) && made) {
      return edit(
        node,
        `${made.text()}(${[...early.map((one) => one.text()), ...given.map((one) => one.text())].join(', ')})`,
      );
    }
    const name = memberName(made);
    if (name === undefined || !first) return undefined;
    if (/(?:^|\.)attrgetter$/.test(maker)) return edit(node, `${first.text()}.${name}`);
    if (/(?:^|\.)methodcaller$/.test(maker))
      return edit(node, `${first.text()}.${name}(${early.map((one) => one.text()).join(', ')})`);
  }
  return undefined;
}

function go(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const inner = unwrapped(callee);
  if (inner.id() !== callee.id() && isReference(inner)) return edit(callee, inner.text());
  const reflected = /^reflect\.ValueOf\((.+)\)\.MethodByName\("(\w+)"\)\.Call$/s.exec(
    callee.text(),
  );
  if (reflected) {
    const values = [
      ...node
        .text()
        .slice(callee.text().length)
        .matchAll(/reflect\.ValueOf\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g),
    ];
    return edit(
      node,
      `${reflected[1]}.${reflected[2]}(${values.map(([, value]) => value).join(', ')})`,
    );
  }
  const function_ = /^reflect\.ValueOf\(([\w.]+)\)\.Call$/.exec(callee.text());
  if (function_) {
    const values = [
      ...node
        .text()
        .slice(callee.text().length)
        .matchAll(/reflect\.ValueOf\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g),
    ];
    return edit(node, `${function_[1]}(${values.map(([, value]) => value).join(', ')})`);
  }
  // A method expression: `T.M(o, a)` and `(*T).M(o, a)`.
  const method = /^\(\*?\w+\)\.(\w+)$/.exec(callee.text());
  const [receiver, ...rest] = argumentsOf(node);
  return method && receiver
    ? edit(node, `${receiver.text()}.${method[1]}(${rest.map((one) => one.text()).join(', ')})`)
    : undefined;
}

function java(node) {
  const kind = node.kind();
  if (kind === 'parenthesized_expression') {
    const inner = unwrapped(node);
    const isObject = node.parent()?.field('object')?.id() === node.id();
    return isObject && isReference(inner) ? edit(node, inner.text()) : undefined;
  }
  if (kind !== 'method_invocation') return undefined;
  const given = argumentsOf(node);
  const object = node.field('object');
  if (node.field('name')?.text() === 'invoke' && object) {
    const found = /\.get(?:Declared)?Method\(\s*"(\w+)"/.exec(object.text());
    const [receiver, ...rest] = given;
    const owner = /^(\w+)\.class\./.exec(object.text())?.[1];
    if (!found || !receiver) return undefined;
    const holder = receiver.text() === 'null' ? owner : receiver.text();
    return edit(node, `${holder}.${found[1]}(${rest.map((one) => one.text()).join(', ')})`);
  }
  if (node.field('name')?.text() === 'requireNonNull' && given.length === 1) {
    return edit(node, given[0].text());
  }
  // `((Supplier<A>) () -> f(a)).get()`
  const supplied = /^\(\s*\([^()]*\)\s*\(\)\s*->\s*([^{].*)\)$/s.exec(object?.text() ?? '');
  if (supplied && given.length === 0) return edit(node, supplied[1]);
  // `((Function<A, B>) Foo::x).apply(a)`
  const reference = /^\(\s*\([^()]*\)\s*([\w.]+)::(\w+)\s*\)$/.exec(object?.text() ?? '');
  return reference && /^(?:apply|accept|get|test|call|run)$/.test(node.field('name')?.text() ?? '')
    ? edit(node, `${reference[1]}.${reference[2]}(${given.map((one) => one.text()).join(', ')})`)
    : undefined;
}

function rust(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const inner = unwrapped(callee);
  if (inner.id() !== callee.id() && isReference(inner)) return edit(callee, inner.text());
  const given = argumentsOf(node);
  const body = inlined(callee, given);
  if (body !== undefined) return edit(node, body);
  // `Type::method(&value, a)`
  const method =
    /^(?:\w+::)*[A-Z]\w*(?:::<[^>]*>)?::(\w+)$/.exec(callee.text()) ??
    /^<[^>]+>::(\w+)$/.exec(callee.text());
  const [receiver, ...rest] = given;
  if (!method || receiver?.kind() !== 'reference_expression') return undefined;
  const value = receiver.field('value')?.text() ?? receiver.text().replace(/^&\s*(?:mut\s+)?/, '');
  return edit(node, `${value}.${method[1]}(${rest.map((one) => one.text()).join(', ')})`);
}

function cpp(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const inner = unwrapped(callee);
  if (inner.id() !== callee.id() && isReference(inner)) return edit(callee, inner.text());
  const given = argumentsOf(node);
  const body = inlined(callee, given);
  if (body !== undefined) return edit(node, body);
  const pointed = /^\((\w+)(?:\.|->)\*\s*\(?&?\s*(?:\w+::)*(\w+)\)?\)$/.exec(callee.text());
  if (pointed) return edit(callee, `${pointed[1]}.${pointed[2]}`);
  if (callee.text() === 'std::invoke' || callee.text() === 'invoke') {
    const [first, second, ...rest] = given;
    const method = /^&\s*(?:\w+::)+(\w+)$/.exec(first?.text() ?? '');
    const texts = rest.map((one) => one.text()).join(', ');
    if (method && second)
      return edit(node, `${second.text().replace(/^&/, '')}.${method[1]}(${texts})`);
    return first
      ? edit(node, `${first.text()}(${[second?.text(), texts].filter(Boolean).join(', ')})`)
      : undefined;
  }
  return undefined;
}

const SPELLINGS = {
  JavaScript: ecmascript,
  TypeScript: ecmascript,
  Tsx: ecmascript,
  Python: python,
  Go: go,
  Java: java,
  Rust: rust,
  C: cpp,
  Cpp: cpp,
};

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
  const visit = (node) => {
    const kind = node.kind();
    if (ECMASCRIPT.has(language)) {
      const value = kind === 'variable_declarator' ? node.field('value') : undefined;
      if (value) {
        const name = node.field('name');
        const target = unwrapped(value);
        if (name?.kind() === 'identifier' && isReference(target))
          add(name.text(), target.text(), node);
        if (name?.kind() === 'object_pattern' && isReference(target)) {
          for (const one of named(name)) {
            if (one.kind() === 'shorthand_property_identifier_pattern')
              add(one.text(), `${target.text()}.${one.text()}`, node);
            if (one.kind() === 'pair_pattern')
              add(one.field('value')?.text(), `${target.text()}.${one.field('key')?.text()}`, node);
          }
        }
      }
      if (kind === 'import_specifier' && node.field('alias'))
        add(node.field('alias').text(), node.field('name')?.text(), node);
      if (kind === 'export_specifier' && node.field('alias')) {
        const [name, alias] = [node.field('name')?.text(), node.field('alias').text()];
        if (known.has(alias)) add(name, alias, node);
      }
    }
    if (language === 'Python') {
      const right = node.field('right');
      if (
        kind === 'assignment' &&
        node.field('left')?.kind() === 'identifier' &&
        isReference(right)
      ) {
        const left = node.field('left').text();
        // `old = new` at the end of a module keeps the old name.
        if (known.has(left) && right.kind() === 'identifier') add(right.text(), left, node);
        else add(left, right.text(), node);
      }
      if (kind === 'aliased_import')
        add(node.field('alias')?.text(), node.field('name')?.text(), node);
    }
    if (language === 'Go') {
      if (kind === 'short_var_declaration' || kind === 'var_spec') {
        const [left] = named(node);
        const right = named(node.field('right') ?? node.field('value') ?? node)[0];
        if (isReference(right)) add(left?.text(), right.text(), node);
      }
      if (kind === 'import_spec' && node.field('name')) {
        add(
          node.field('name').text(),
          node.field('path')?.text().replaceAll('"', '').split('/').at(-1),
          node,
        );
      }
    }
    if (language === 'Java' && kind === 'variable_declarator' && isReference(node.field('value'))) {
      add(node.field('name')?.text(), node.field('value').text(), node);
    }
    if (language === 'Rust') {
      if (kind === 'use_as_clause')
        add(node.field('alias')?.text(), node.field('path')?.text().split('::').at(-1), node);
      if (kind === 'let_declaration' && isReference(node.field('value')))
        add(node.field('pattern')?.text(), node.field('value').text(), node);
      if (kind === 'type_item' && known.has(node.field('name')?.text()))
        add(node.field('type')?.text(), node.field('name')?.text(), node);
    }
    if (language === 'Cpp' || language === 'C') {
      if (kind === 'preproc_def') {
        const value = node.field('value')?.text().trim();
        if (value && /^[\w:.]+$/.test(value)) add(node.field('name')?.text(), value, node);
      }
      if (kind === 'init_declarator') {
        const value = node.field('value');
        const target = value?.kind() === 'pointer_expression' ? value.field('argument') : value;
        let name = node.field('declarator');
        while (name && name.kind() !== 'identifier' && named(name).length === 1)
          [name] = named(name);
        if (isReference(target)) add(name?.text(), target.text(), node);
      }
      if (kind === 'alias_declaration')
        add(node.field('name')?.text(), node.field('type')?.text(), node);
      if (kind === 'namespace_alias_definition')
        add(node.field('name')?.text(), named(node).at(-1)?.text(), node);
    }
  };
  for (const node of nodesOf(root, language, ALIASING)) visit(node);
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

function apply(text, edits) {
  let result = '';
  let end = 0;
  for (const one of edits.toSorted((left, right) => left.at - right.at || right.end - left.end)) {
    if (one.at < end) continue;
    result += text.slice(end, one.at) + one.text;
    end = one.end;
  }
  return result + text.slice(end);
}

/** The text without comments, so that a comment within a call does not hide it. */
function withoutComments(language, text) {
  const comments = nodesOf(parse(language, text).root(), language, COMMENT_KINDS);
  return apply(
    text,
    comments.map((node) => edit(node, '')),
  );
}

function namesResolved(root, language, known) {
  const constants =
    language === 'Python' || ECMASCRIPT.has(language)
      ? withoutConstants(root, language, known)
      : [];
  return constants.length > 0 ? constants : withoutAliases(root, language, known);
}

const SPELLED = [
  'subscript_expression',
  'member_expression',
  'new_expression',
  'call_expression',
  'subscript',
  'call',
  'parenthesized_expression',
  'method_invocation',
];

/** The edits that contain no other one. */
function innermost(edits) {
  const ordered = edits.toSorted((left, right) => left.at - right.at || right.end - left.end);
  // After sorting, an edit contains another one only if it contains the next.
  return ordered.filter((one, index) => {
    const next = ordered[index + 1];
    return next === undefined || next.at >= one.end || next.end > one.end;
  });
}

/**
 * Returns a file in plain spelling.
 * @param known names that base has in this file. They are no new aliases.
 */
export function plainSpelling(language, text, known) {
  const spell = SPELLINGS[language];
  if (spell === undefined) return text;
  let plain = withoutComments(language, text);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const root = parse(language, plain).root();
    // Inner spellings first: an outer edit would undo them.
    const inner = innermost(nodesOf(root, language, SPELLED).flatMap((node) => spell(node) ?? []));
    const next = apply(plain, inner.length > 0 ? inner : namesResolved(root, language, known));
    if (next === plain) break;
    plain = next;
  }
  return plain;
}
