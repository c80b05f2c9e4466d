// Runs as a child of scanner-process.ts: reads one file for what has an effect in it, or writes it in plain
// spelling. The files are untrusted, and what the answers mean is decided by the parent.
import { Worker } from 'node:worker_threads';
import { parse } from '@ast-grep/napi';
import { idleRanges } from './live-code.mjs';
import { registerParsers } from './parsers.mjs';
import { plainSpelling } from './plain-spelling.mjs';

// The native parser cannot be interrupted and does not notice that its parent is gone.
const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

function read({ language, text }) {
  return idleRanges(parse(language, text).root(), language, text);
}

function respell({ language, text, known }) {
  return { text: plainSpelling(language, text, new Set(known)) };
}

/** Modules of tests within a source file of Rust, with their bodies. */
function testModules({ language, text }) {
  const root = parse(language, text).root();
  const modules = root.findAll({ rule: { kind: 'mod_item' } }).filter((node) => {
    if (!node.field('body')) return false;
    for (let one = node.prev(); one?.kind() === 'attribute_item'; one = one.prev()) {
      if (/^#\[cfg\(.*\btest\b/s.test(one.text())) return true;
    }
    return false;
  });
  return {
    modules: modules.map((node) => {
      const { start, end } = node.range();
      return { name: node.field('name').text(), start: start.index, end: end.index };
    }),
  };
}

const ANSWERS = { read, respell, tests: testModules };

process.on('message', (message) => {
  if (message.kind === 'languages') {
    registerParsers(message.languages);
    process.send({});
    return;
  }
  try {
    process.send(ANSWERS[message.kind](message));
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
