import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testState, writeSmallInstance, type TemporaryFolder } from '@refbench/test-helpers';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line of standard output; returning a signal kills the command with it. */
  readonly onLine?: (line: string) => NodeJS.Signals | undefined;
  /** Like `onLine`, with each line of standard error and the process id. */
  readonly onErrorLine?: (line: string, pid: number | undefined) => NodeJS.Signals | undefined;
  /** Kills the command when this promise resolves. */
  readonly kill?: Promise<NodeJS.Signals>;
}

let state: Promise<TemporaryFolder> | undefined;

/** Returns the state folder of this test file's commands. It is removed after the last test. */
export async function commandState(): Promise<{ readonly stateDir: string }> {
  if (state === undefined) {
    state = testState();
    whenFileEnds(removeState);
  }
  return { stateDir: (await state).path };
}

async function removeState(): Promise<void> {
  await (await state)?.[Symbol.asyncDispose]();
  state = undefined;
}

/** A hook here would belong to the first file of a worker alone, because its files share this module. */
function whenFileEnds(work: () => Promise<void>): void {
  const shared = globalThis as { refbenchFileEndings?: (() => Promise<void>)[] };
  (shared.refbenchFileEndings ??= []).push(work);
}

/** The options that name the small instance of `test-helpers` and its rules, and its id. */
export interface SmallOptions {
  readonly id: string;
  readonly instance: readonly string[];
  readonly folders: readonly string[];
}

/** Writes the small instance below a folder. Its suite takes a fraction of a second. */
export async function smallOptions(folder: string): Promise<SmallOptions> {
  const { id, instancesDir, rulesDir } = await writeSmallInstance(join(folder, 'small'));
  const folders = ['--instances-dir', instancesDir, '--rules-dir', rulesDir];
  return { id, folders, instance: ['--instances', id, ...folders] };
}

/**
 * Runs the built `refbench` as a user would, from the project's root, with a state folder that only the
 * commands of this test file use.
 */
export async function refbench(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { stateDir } = await commandState();
  const child = spawn(process.execPath, [join(root, 'packages/cli/bin/refbench.js'), ...args], {
    cwd: root,
    env: { ...process.env, REFBENCH_STATE_DIR: stateDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderr += `${line}\n`;
    const signal = options.onErrorLine?.(line, child.pid);
    if (signal !== undefined) child.kill(signal);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout += `${line}\n`;
    const signal = options.onLine?.(line);
    if (signal !== undefined) child.kill(signal);
  });
  void options.kill?.then((signal) => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/**
 * What `gc` would remove, without clients: all tests share those that are installed, and an old version
 * may be unused for a day.
 */
export async function leftBehind(
  args: readonly string[] = [],
  options: CommandOptions = {},
): Promise<readonly string[]> {
  const { code, stderr } = await refbench(['gc', '--dry-run', ...args], options);
  if (code !== 0) throw new Error(stderr);
  return stderr.split('\n').filter((line) => /^would remove (?!client )/.test(line));
}

/** A temporary folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'refbench-cli-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
