// Runs as a child of scanner-process.ts, like scanner.mjs, for rules in OpenGrep's language: a rule or
// a file that makes the matcher loop or eat the heap takes this process with it and nothing else.
// The matcher itself is built from src/opengrep.
import { Worker } from 'node:worker_threads';
import { parse } from '@ast-grep/napi';
import { createAnswerer } from '../dist/opengrep/scan/answerer.js';
import { registerParsers } from './parsers.mjs';

const guard = new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
);
guard.unref();

registerParsers();
const answer = createAnswerer((grammar, text) => parse(grammar, text).root());
process.on('message', (message) => process.send(answer(message)));
