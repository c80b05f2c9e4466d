// Runs as a child of scanner-process.ts: a rule or a file that makes the native matcher loop, abort
// or eat the heap takes this process with it and nothing else. It parses and matches; what the
// answers mean is decided by the parent.
import { Worker } from 'node:worker_threads';
import { parse } from '@ast-grep/napi';
import { registerParsers } from './parsers.mjs';
import { textExpression, textPlaces } from './text-matcher.mjs';

// The native matcher cannot be interrupted and does not notice that its parent is gone.
const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

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
    if (language === 'Text') {
      textExpression(matcher);
      return { broken: [] };
    }
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
function scanFile({ language, text, rules }) {
  return attempt(() => {
    if (language === 'Text') {
      const places = (rule) => ({ places: textPlaces(matchers[rule], text) });
      return { broken: false, results: rules.map((rule) => attempt(() => places(rule))) };
    }
    const root = parse(language, text).root();
    return {
      broken: root.find({ rule: { kind: 'ERROR' } }) !== null,
      results: rules.map((rule) =>
        attempt(() => ({ places: root.findAll(matchers[rule]).flatMap(place) })),
      ),
    };
  });
}

// Syntax trees lie outside the heap, so that their size does not make the collector run.
const CHARACTERS_A_COLLECTION = 2_000_000;
let uncollected = 0;

function scan({ files }) {
  const answers = files.map(scanFile);
  for (const { text } of files) uncollected += text.length;
  if (uncollected > CHARACTERS_A_COLLECTION) {
    uncollected = 0;
    globalThis.gc?.();
  }
  return { files: answers };
}

process.on('message', (message) => {
  switch (message.kind) {
    case 'rules':
      registerParsers(message.languages);
      matchers = message.matchers;
      process.send({});
      break;
    case 'check':
      process.send({ rules: message.rules.map(check) });
      break;
    case 'scan':
      process.send(scan(message));
      break;
  }
});
