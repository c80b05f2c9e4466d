import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './command.testkit.ts';

const REFBENCH = fileURLToPath(new URL('../bin/refbench.js', import.meta.url));

/** Runs a program in a PID namespace of its own and returns its output, as in another container. */
async function elsewhere(...command: readonly string[]): Promise<string> {
  const options = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  return (await promisify(execFile)('unshare', [...options, ...command])).stdout;
}

/** The compiled module of a package, for a process that cannot run TypeScript. */
function compiled(name: string): string {
  return JSON.stringify(new URL(`../../${name}/dist/index.js`, import.meta.url).href);
}

interface Held {
  readonly child: ChildProcess;
  readonly paths: readonly string[];
}

/** Starts a process that holds a socket folder, a scratch folder and a lock. */
async function holder(stateDir: string, lock: string): Promise<Held> {
  const state = JSON.stringify(stateDir);
  const source = `
    import { createServer } from 'node:net';
    const { acquireLock } = await import(${compiled('base')});
    const { listenInFolder } = await import(${compiled('models')});
    const { scratchFolder } = await import(${compiled('workspace')});
    const socket = await listenInFolder(createServer(), ${state});
    const scratch = await (await scratchFolder(${state})).sub('x');
    globalThis.lock = await acquireLock(${JSON.stringify(lock)}, 'it');
    console.log(JSON.stringify([socket.path, scratch]));
    setTimeout(() => {}, 600_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process that holds them ended with status ${code}`);
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return { child, paths: JSON.parse(line.toString()) as readonly string[] };
}

/** Runs `refbench gc` where the processes of this test cannot be seen. */
async function gcElsewhere(stateDir: string, ...options: readonly string[]): Promise<unknown> {
  const command = [REFBENCH, 'gc', '--json', '--state-dir', stateDir, ...options];
  return JSON.parse(await elsewhere(process.execPath, ...command));
}

/** Tries to get a lock there. Returns the error, or an empty text. */
async function lockElsewhere(lock: string): Promise<string> {
  const source = `
    const { acquireLock } = await import(${compiled('base')});
    await acquireLock(${JSON.stringify(lock)}, 'it').then(
      (held) => held[Symbol.asyncDispose](),
      (error) => console.log(error.message, error.hint),
    );`;
  return await elsewhere(process.execPath, '--input-type=module', '-e', source);
}

async function age(path: string): Promise<void> {
  const then = new Date((await stat(path)).mtimeMs - 300_000);
  await utimes(path, then, then);
}

const NO_LEFTOVERS = { containers: [], volumes: [], loopFiles: [] };
const NOTHING = { ...NO_LEFTOVERS, sockets: [], scratch: [], clients: [] };

const possible = await elsewhere('true').then(
  () => true,
  () => false,
);

// Skipped where this user or system cannot create a PID namespace.
test.skipIf(!possible).each(['state', 'x'.repeat(100)])(
  'gc in another PID namespace removes nothing of a live process (%s)',
  async (name) => {
    await using folder = await temporaryFolder();
    const [stateDir, lock] = [join(folder.path, name), join(folder.path, 'lock')];
    const { child, paths } = await holder(stateDir, lock);
    const exit = once(child, 'exit');
    const lease = async (): Promise<string> => {
      const names = await readdir(join(stateDir, 'leases'));
      const own = names.find((file) => file.startsWith(`${child.pid}_`));
      return join(stateDir, 'leases', own ?? '');
    };
    try {
      expect(await gcElsewhere(stateDir)).toEqual(NOTHING);
      expect(await lockElsewhere(lock)).toContain(`it is in use by process ${child.pid}`);
      for (const path of paths) await access(path);
    } finally {
      child.kill('SIGKILL');
      await exit;
    }
    expect(await gcElsewhere(stateDir, '--dry-run')).toEqual(NOTHING);
    await age(await lease());
    await age(lock);
    const left = { ...NOTHING, sockets: [paths[0]], scratch: [expect.any(String)] };
    expect(await gcElsewhere(stateDir, '--dry-run')).toEqual(left);
    expect(await gcElsewhere(stateDir)).toEqual(left);
    expect(await gcElsewhere(stateDir)).toEqual(NOTHING);
    for (const path of paths) await expect(access(path)).rejects.toThrow(/ENOENT/);
    expect(await lockElsewhere(lock)).toBe('');
    // The folder for sockets whose path would be too long is empty now.
    const id = (await readFile(join(stateDir, 'id'), 'utf8')).trim();
    const fallback = join(tmpdir(), `refbench-gw-${id}`);
    expect(await readdir(fallback).catch(() => [])).toEqual([]);
    await rm(fallback, { recursive: true, force: true });
  },
);
