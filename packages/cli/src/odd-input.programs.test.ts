import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorCode } from '@refbench/base';
import { EXIT_CODES } from '@refbench/contracts';
import { temporaryFolder } from '@refbench/test-helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leafCommands, type LeafCommand } from './command-line/docs/command-docs.ts';
import { createProgram } from './program.ts';
import { shellWords } from './shell-words.testkit.ts';

const bin = resolve(import.meta.dirname, '../bin/refbench.js');
/** A command that still works then is told to stop, which must not be a bug either. */
const PATIENCE_MS = 8_000;
const AT_A_TIME = 2;
/** Between the start of Node.js and the first work of a command. */
const INTERRUPTS_MS = { first: 150, range: 800 };

/** What a command can get where it expects a path, an id or a number. */
const ODD = {
  'a file': 'file',
  'a folder': 'folder',
  'a path below a file': 'file/below',
  'a missing path with spaces and an emoji': 'no such 🎉 place',
  'an empty word': '',
  'a huge number': '1000000000000',
  'a negative number': '-1',
  'a size': '1M',
  'a huge size': '99999999T',
} as const;
const KINDS = Object.keys(ODD) as (keyof typeof ODD)[];

const leaves = leafCommands(await createProgram(() => undefined, []));
/**
 * One try per command: an argument of every second, an option of the others. Another
 * `REFBENCH_ODD_INPUT`, a whole number, makes other ones.
 */
const offset = Number(process.env['REFBENCH_ODD_INPUT'] ?? 0);
const tries = leaves.flatMap((leaf, index) => tryOf(leaf, index + offset));

interface Try {
  readonly name: string;
  readonly words: readonly string[];
  /** When the command gets Ctrl-C; undefined for most. */
  readonly interruptMs: number | undefined;
}

function tryOf({ path, command }: LeafCommand, turn: number): readonly Try[] {
  const [example] = command.docs?.examples ?? [];
  if (example === undefined) return [];
  const [, ...words] = shellWords(example[0].replace(/^npx /, ''));
  const options = command.options.filter(({ required }) => required);
  const kind = KINDS[turn % KINDS.length] ?? 'a file';
  const { first, range } = INTERRUPTS_MS;
  const interruptMs = turn % 3 === 0 ? first + ((turn * 97) % range) : undefined;
  const flag = options[turn % Math.max(1, options.length)]?.long ?? undefined;
  if (turn % 2 === 0 || flag === undefined) {
    const name = `refbench ${path} with ${kind} as its argument`;
    const odd = withArgument(words, path.split(' ').length, ODD[kind]);
    return [{ name, words: odd, interruptMs }];
  }
  const name = `refbench ${path} ${flag} with ${kind}`;
  return [{ name, words: [...words, `${flag}=${ODD[kind]}`], interruptMs }];
}

/** Replaces the first argument, or adds one. */
function withArgument(words: readonly string[], start: number, value: string): readonly string[] {
  const first = words[start];
  return first === undefined || first.startsWith('-')
    ? words.toSpliced(start, 0, value)
    : words.with(start, value);
}

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder();
  await writeFile(join(place.path, 'file'), 'text\n');
  await mkdir(join(place.path, 'folder'));
});
afterAll(async () => await place[Symbol.asyncDispose]());

interface End {
  /** The exit code, or the signal that ended the command. */
  readonly end: number | NodeJS.Signals | null;
  readonly printed: string;
}

async function endOf({ words, interruptMs }: Try): Promise<End> {
  const nothing = join(place.path, 'nothing');
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: place.path,
    // Nothing outside of the folder can be reached: no engine, no network, no key.
    env: {
      PATH: process.env['PATH'],
      HOME: place.path,
      DOCKER_HOST: `unix://${nothing}`,
      http_proxy: 'http://127.0.0.1:9',
      https_proxy: 'http://127.0.0.1:9',
      npm_config_registry: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that programs which the command starts get its signals too.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const send = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      // As a terminal does.
      process.kill(-child.pid, signal);
    } catch (error) {
      // It may have ended a moment ago.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  };
  const stop = setTimeout(() => send('SIGTERM'), PATIENCE_MS);
  const interrupt =
    interruptMs === undefined ? undefined : setTimeout(() => send('SIGINT'), interruptMs);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(stop);
  clearTimeout(interrupt);
  return { end: code ?? signal, printed };
}

test('no command takes odd input for a bug of its own', async () => {
  expect(tries.length).toBe(leaves.length);
  const bugs: string[] = [];
  const waiting = [...tries];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { end, printed } = await endOf(next);
      // A signal of this test ends a command that has nothing to clean up.
      const isCrash = typeof end === 'string' && end !== 'SIGTERM' && end !== 'SIGINT';
      const isBug = end === EXIT_CODES.bug || /this is a bug|^ +at .*:\d+:\d+/m.test(printed);
      if (isCrash || isBug) {
        bugs.push(`${next.name}: ${end}: ${printed.slice(0, 500)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  expect(bugs).toEqual([]);
});
