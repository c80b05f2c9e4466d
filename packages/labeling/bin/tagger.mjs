// Runs as a child of scanner-process.ts of rule-engine. A file that makes a parser loop, abort or
// exhaust the heap ends only this process.
import { Worker } from 'node:worker_threads';
import { parse } from '@ast-grep/napi';
import { registerParsers } from '@refbench/rule-engine/parsers';

// The parser cannot be interrupted, and does not notice that its parent has ended.
const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

/** Fields that lead from a compound name to its last part: `a.b.c` to `c`. */
const LAST_PART = ['attribute', 'property', 'field', 'name', 'declarator', 'function', 'type'];
const LONGEST_NAME = 200;

let rules = {};
let functionValues = new Set();
let matchers = {};

function matcherOf({ definitions, valued, references }) {
  const kinds = [definitions, valued, references].flatMap((part) => Object.keys(part));
  return { rule: { any: [...new Set(kinds)].map((kind) => ({ kind })) } };
}

function nameNode(node) {
  let at = node;
  for (let depth = 0; at !== null && depth < 20; depth += 1) {
    if (at.isLeaf()) break;
    let next = null;
    for (const field of LAST_PART) {
      next = at.field(field);
      if (next !== null) break;
    }
    // A pointer or reference declarator in C++ has its name as a child without a field.
    at = next ?? at.children().find((child) => child.isNamed()) ?? null;
  }
  return at;
}

/** The last part of a path such as `a.b` or `a::b`. */
const NAME = /(?:^|[.:])([\p{L}_$#~][\p{L}\p{N}_$!?-]*)$/u;

function nameOf(node) {
  const text = node?.text() ?? '';
  return text.length <= LONGEST_NAME ? (NAME.exec(text)?.[1] ?? '') : '';
}

/** The content of a field called `name` is already a name. */
function namedBy(node, field) {
  if (field === 'self') return node;
  const content = node.field(field);
  return field === 'name' ? content : nameNode(content);
}

function tagsOf({ language, text }) {
  const { definitions, valued, references: uses } = rules[language];
  const found = [];
  const counts = new Map();
  const count = (name, by) => name !== '' && counts.set(name, (counts.get(name) ?? 0) + by);
  for (const node of parse(language, text).root().findAll(matchers[language])) {
    const kind = node.kind();
    const used = uses[kind];
    if (used !== undefined) {
      count(nameOf(namedBy(node, used)), 1);
      continue;
    }
    const special = valued[kind];
    if (special !== undefined && !functionValues.has(node.field(special.value)?.kind())) continue;
    const named = namedBy(node, special?.name ?? definitions[kind]);
    const name = nameOf(named);
    if (name === '') continue;
    // The defined name itself is not a reference.
    if (uses[named.kind()] === 'self') count(name, -1);
    found.push([name, named.range().start.line, endOf(node)]);
  }
  const used = [...counts].filter(([, times]) => times > 0);
  const references = { names: used.map(([name]) => name), counts: used.map(([, times]) => times) };
  return { definitions: found, references };
}

/** The declarator of a C function, and a pointer around it, end before the body. */
function endOf(node) {
  let whole = node;
  while (whole.kind().endsWith('_declarator') && whole.kind() !== 'variable_declarator') {
    const around = whole.parent();
    if (around === null) break;
    whole = around;
  }
  return whole.range().end.line;
}

function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

// Syntax trees are allocated outside the heap, so their size does not trigger garbage collection.
const CHARACTERS_PER_COLLECTION = 2_000_000;
let uncollected = 0;

process.on('message', (message) => {
  if (message.kind === 'rules') {
    ({ rules } = message);
    functionValues = new Set(message.functionValues);
    registerParsers(Object.keys(rules));
    matchers = Object.fromEntries(
      Object.entries(rules).map(([language, of]) => [language, matcherOf(of)]),
    );
    process.send({});
    return;
  }
  const files = message.files.map((file) => attempt(() => tagsOf(file)));
  for (const { text } of message.files) uncollected += text.length;
  if (uncollected > CHARACTERS_PER_COLLECTION) {
    uncollected = 0;
    globalThis.gc?.();
  }
  process.send({ files });
});
