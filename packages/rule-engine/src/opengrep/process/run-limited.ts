import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { logOf } from '@refbench/base';
import { networkIsolation } from './network-isolation.ts';

const log = logOf('opengrep');

export interface ProgramLimits {
  readonly timeoutMs: number;
  /** Address space limit of each process. */
  readonly memoryMb: number;
  /** Limit of the standard output. Exceeding it stops the program. */
  readonly outputBytes: number;
}

export interface LimitedRun extends ProgramLimits {
  readonly cwd: string;
  /** Its home folder, which also holds temporary files. */
  readonly home: string;
  /** Folder for files that it keeps for later runs, e.g. its unpacked core. The default is its home. */
  readonly cacheDir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string }
  /** It exceeded a limit, could not be started, or crashed. */
  | { readonly kind: 'failed'; readonly reason: string };

const STDERR_BYTES = 4_000;

/**
 * The shell sets the limit and then executes the program. Arguments are never interpreted by the
 * shell.
 */
const SHELL_SCRIPT = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Runs a program with limits on time, memory and output, and without network if the system supports
 * it. The program runs in its own process group, which is killed as a whole. Of the environment, it
 * only gets PATH.
 */
export async function runLimited(
  path: string,
  args: readonly string[],
  options: LimitedRun,
): Promise<ProgramEnd> {
  const { timeoutMs, memoryMb, outputBytes, signal } = options;
  const isolation = await networkIsolation();
  const command = ['-c', SHELL_SCRIPT, 'sh', String(memoryMb * 1024), ...isolation, path, ...args];
  return await new Promise((resolve) => {
    const child = spawn('/bin/sh', command, {
      cwd: options.cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnv(options.home, options.cacheDir ?? options.home),
    });
    let stopped: string | undefined;
    const stop = (reason: string): void => {
      stopped ??= reason;
      killGroup(child.pid);
    };
    const onAbort = (): void => stop('the scan was stopped');
    const timer = setTimeout(() => stop(`it took longer than ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();

    const stdout: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) stop(`it wrote more than ${outputBytes} bytes`);
      else stdout.push(chunk);
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString('utf8')}`.slice(-STDERR_BYTES);
    });
    child.once('error', (error) => stop(`it could not be started: ${error.message}`));
    child.once('close', (exitCode, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // Kills processes that it left running.
      killGroup(child.pid);
      const facts = { program: basename(path), exitCode, signal: killedBy, stopped };
      if (exitCode === 0) log.debug(facts, 'program has ended');
      else log.warn({ ...facts, stderr }, 'program has failed');
      if (stopped !== undefined) resolve({ kind: 'failed', reason: stopped });
      else if (exitCode === null)
        resolve({ kind: 'failed', reason: `it was killed by ${killedBy}` });
      else resolve(endOf(exitCode, Buffer.concat(stdout).toString('utf8'), stderr));
    });
  });
}

function endOf(exitCode: number, stdout: string, stderr: string): ProgramEnd {
  if (stdout !== '') return { kind: 'ended', exitCode, stdout };
  const said = stderr.trim().split('\n').slice(-3).join(' ').trim();
  return { kind: 'failed', reason: `it ended with exit code ${exitCode}: ${said}` };
}

function programEnv(home: string, cacheDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    // The front end of OpenGrep unpacks itself into this folder.
    XDG_CACHE_HOME: cacheDir,
    LOCALAPPDATA: cacheDir,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    // Prevents OpenGrep and Semgrep from contacting their vendors.
    SEMGREP_SEND_METRICS: 'off',
    SEMGREP_ENABLE_VERSION_CHECK: '0',
    SEMGREP_SETTINGS_FILE: `${home}/settings.yml`,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
