// Runs as a child of scanner-process.ts: lists the functions of one file, each with the place where a
// statement can be put in front of its body. What is put there is decided by the parent.
import { Worker } from 'node:worker_threads';
import { parse } from '@ast-grep/napi';
import { registerParsers } from './parsers.mjs';
import { valueFaultsOf } from './value-faults.mjs';

// The native parser cannot be interrupted and does not notice that its parent is gone.
const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

const NO_FUNCTIONS = { scopes: {}, functions: {}, skip: () => false };

const fieldText = (node, field) => node.field(field)?.text();

/** The name of what an expression is assigned to: `exports.a.b` is `a.b`, `Foo.prototype.x` is `Foo.x`. */
function assignedName(node) {
  const parent = node.parent();
  switch (parent?.kind()) {
    case 'variable_declarator':
    case 'public_field_definition':
    case 'field_definition':
      return fieldText(parent, 'name') ?? fieldText(parent, 'property');
    case 'pair':
      return fieldText(parent, 'key')?.replaceAll(/["']/g, '');
    case 'assignment_expression':
      return fieldText(parent, 'left')
        ?.replace(/^(module\.)?exports\.?/, '')
        .replace('.prototype.', '.');
    default:
      return undefined;
  }
}

const named = (node) => fieldText(node, 'name');
const isConstructor = (node) => named(node) === 'constructor';

const ECMASCRIPT = {
  scopes: {
    class_declaration: named,
    abstract_class_declaration: named,
    class: (node) => named(node) ?? assignedName(node),
    object: assignedName,
    internal_module: named,
  },
  functions: {
    function_declaration: named,
    generator_function_declaration: named,
    method_definition: named,
    arrow_function: assignedName,
    function_expression: assignedName,
    function: assignedName,
    generator_function: assignedName,
  },
  // A derived class's constructor has to begin with super().
  skip: isConstructor,
};

/** The innermost name of a C declarator: `*(*f)(int)` is `f`. */
function declaredName(node) {
  let declarator = node.field('declarator');
  while (declarator?.field('declarator')) declarator = declarator.field('declarator');
  return declarator?.text();
}

const hasText = (node, pattern) => pattern.test(node.text().split('{', 1)[0] ?? '');

const C = {
  scopes: {},
  functions: { function_definition: declaredName },
  skip: (node) => declaredName(node) === 'main',
};

const LANGUAGES = {
  TypeScript: ECMASCRIPT,
  Tsx: ECMASCRIPT,
  JavaScript: ECMASCRIPT,
  Python: {
    scopes: { class_definition: named },
    functions: { function_definition: named },
    skip: () => false,
  },
  Go: {
    scopes: {},
    functions: {
      function_declaration: named,
      method_declaration: (node) => {
        const receiver = /([A-Za-z_]\w*)\s*(\[[^\]]*\])?\s*\)$/.exec(
          fieldText(node, 'receiver') ?? '',
        );
        return `${receiver?.[1] ?? ''}.${named(node)}`;
      },
    },
    skip: (node) => /^(init|main)$/.test(named(node) ?? ''),
  },
  Java: {
    scopes: {
      class_declaration: named,
      interface_declaration: named,
      enum_declaration: named,
      record_declaration: named,
    },
    functions: { method_declaration: named },
    skip: () => false,
  },
  Rust: {
    scopes: {
      impl_item: (node) => fieldText(node, 'type')?.replace(/<.*/s, ''),
      trait_item: named,
      mod_item: named,
    },
    functions: { function_item: named },
    // A constant function is evaluated while the crate is compiled.
    skip: (node) =>
      named(node) === 'main' || hasText(node, /\bconst\b[^(]*\bfn\b/) || isRustTest(node),
  },
  C,
  Cpp: {
    scopes: { class_specifier: named, struct_specifier: named, namespace_definition: named },
    functions: { function_definition: declaredName },
    skip: (node) => declaredName(node) === 'main' || hasText(node, /\bconst(expr|eval)\b/),
  },
};

/** Also a module of tests within a source file. */
function isRustTest(node) {
  for (let one = node; one !== null; one = one.parent()) {
    for (let before = one.prev(); before?.kind() === 'attribute_item'; before = before.prev()) {
      if (/\btest\b|\bbench\b/.test(before.text())) return true;
    }
  }
  return false;
}

const BLOCKS = new Set(['statement_block', 'block', 'compound_statement', 'function_body']);

/** Where a statement goes: behind the brace, before Python's first statement, or around an expression. */
function entryOf(node, language) {
  const body = node.field('body');
  if (!body) return undefined;
  const { start, end } = body.range();
  if (language === 'Python') {
    const first = body.children()[0];
    if (!first) return undefined;
    return { kind: 'line', at: first.range().start.index };
  }
  if (BLOCKS.has(body.kind())) return { kind: 'block', at: start.index + 1 };
  return node.kind() === 'arrow_function'
    ? { kind: 'expression', at: start.index, end: end.index }
    : undefined;
}

function functionsOf(language, text, withFaults) {
  const { scopes, functions, skip } = LANGUAGES[language] ?? NO_FUNCTIONS;
  const root = parse(language, text).root();
  const kinds = Object.keys(functions);
  const nodes = kinds.flatMap((kind) => findKind(root, kind));
  const found = nodes.flatMap((node) => {
    const name = functions[node.kind()]?.(node);
    const entry = name && !skip(node) ? entryOf(node, language) : undefined;
    if (entry === undefined) return [];
    const outer = node
      .ancestors()
      .map((outer) => (scopes[outer.kind()] ?? functions[outer.kind()])?.(outer))
      .filter((part) => part)
      .toReversed();
    const qualified = [...outer, name].join('.').replaceAll('::', '.').replaceAll(/\s+/g, ' ');
    const faults = withFaults ? valueFaultsOf(node, language, entry) : [];
    return [{ name: qualified, entry, faults }];
  });
  return { broken: root.find({ rule: { kind: 'ERROR' } }) !== null, functions: found };
}

/** A kind that a grammar does not have is an error to the engine. */
function findKind(root, kind) {
  try {
    return root.findAll({ rule: { kind } });
  } catch {
    return [];
  }
}

process.on('message', (message) => {
  if (message.kind === 'languages') {
    registerParsers(message.languages);
    process.send({});
    return;
  }
  try {
    process.send(functionsOf(message.language, message.text, message.faults === true));
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
