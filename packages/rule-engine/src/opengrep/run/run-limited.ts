import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { logOf } from '@refbench/logging';
import { networkIsolation } from './network-isolation.ts';

const log = logOf('opengrep');

export interface ProgramLimits {
  readonly timeoutMs: number;
  /** Address space of each of its processes. */
  readonly memoryMb: number;
  /** Of standard output; more ends the program. */
  readonly outputBytes: number;
}

export interface LimitedRun extends ProgramLimits {
  readonly cwd: string;
  /** Its home, and its place for temporary files. */
  readonly home: string;
  /** What it may keep for later runs, e.g. itself unpacked; in its home by default. */
  readonly cacheDir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string }
  /** A limit stopped it, it could not be started, or it died. */
  | { readonly kind: 'failed'; readonly reason: string };

const STDERR_BYTES = 4_000;

/** The shell sets the limit and then becomes the program; arguments are never shell text. */
const SHELL_SCRIPT = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Runs a program to its end, without network where the system allows it, under limits on time, memory
 * and output, in a process group of its own that is killed as a whole. It sees no variable of ours but
 * the PATH.
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
      // What it may have left running.
      killGroup(child.pid);
      const facts = { program: basename(path), exitCode, signal: killedBy, stopped };
      if (exitCode === 0) log.debug(facts, 'program has ended');
      else log.warn({ ...facts, stderr }, 'program has failed');
      if (stopped !== undefined) resolve({ kind: 'failed', reason: stopped });
      else if (exitCode === null) resolve({ kind: 'failed', reason: `it died of ${killedBy}` });
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
    // Where the front end of OpenGrep unpacks itself.
    XDG_CACHE_HOME: cacheDir,
    LOCALAPPDATA: cacheDir,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    // OpenGrep and Semgrep would otherwise ask servers of their makers.
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
    // The group is gone already.
  }
}
