// Runs as a child of scanner-process.ts: a rule or a file that makes the native matcher loop, abort
// or eat the heap takes this process with it and nothing else. It parses and matches; what the
// answers mean is decided by the parent.
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { parse, registerDynamicLanguage } from '@ast-grep/napi';

const require = createRequire(import.meta.url);

// The native matcher cannot be interrupted and does not notice that its parent is gone.
const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

// As the ast-grep program has it; with the package's own `_`, the name `_X` would be a variable.
const RARE_LETTER = '\u{10000}';

const PARSERS = {
  C: () => ({ ...require('@ast-grep/lang-c'), expandoChar: RARE_LETTER }),
  Cpp: () => ({ ...require('@ast-grep/lang-cpp'), expandoChar: RARE_LETTER }),
  Go: () => require('@ast-grep/lang-go'),
  Java: () => require('@ast-grep/lang-java'),
  Json: () => require('@ast-grep/lang-json'),
  Python: () => require('@ast-grep/lang-python'),
  Rust: () => require('@ast-grep/lang-rust'),
  Yaml: () => require('@ast-grep/lang-yaml'),
};

function registration(parser) {
  try {
    const { libraryPath, extensions, languageSymbol, expandoChar } = parser();
    return { libraryPath, extensions, languageSymbol, expandoChar };
  } catch {
    // No parser for this platform: a rule of that language fails with its own message.
    return undefined;
  }
}

// All at once: a second registration is silently ignored.
registerDynamicLanguage(
  Object.fromEntries(
    Object.entries(PARSERS)
      .map(([language, parser]) => [language, registration(parser)])
      .filter(([, found]) => found !== undefined),
  ),
);

/** @type {readonly object[]} */
let matchers = [];

const reason = (error) => String(error?.message ?? error);

function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { error: reason(error) };
  }
}

/** The engine takes a pattern's outermost node that has siblings or no single child. */
function isSyntaxError(root) {
  let node = root;
  for (let inner = node.children(); inner.length === 1; inner = node.children()) [node] = inner;
  return node.kind() === 'ERROR';
}

/** Compiles one rule, and says which of its patterns are a syntax error as a whole. */
function check({ language, matcher, patterns }) {
  return attempt(() => {
    const broken = patterns.map((text) => isSyntaxError(parse(language, text).root()));
    parse(language, '').root().find(matcher);
    return { broken };
  });
}

function place(node) {
  const { start, end } = node.range();
  return [start.line, start.column, end.line, end.column];
}

/** One parse for all rules; a rule that fails does not hide the others. */
function scan({ language, text, rules }) {
  return attempt(() => {
    const root = parse(language, text).root();
    return {
      broken: root.find({ rule: { kind: 'ERROR' } }) !== null,
      results: rules.map((rule) =>
        attempt(() => ({ places: root.findAll(matchers[rule]).flatMap(place) })),
      ),
    };
  });
}

process.on('message', (message) => {
  switch (message.kind) {
    case 'rules':
      matchers = message.matchers;
      process.send({});
      break;
    case 'check':
      process.send(check(message));
      break;
    case 'scan':
      process.send(scan(message));
      break;
  }
});
