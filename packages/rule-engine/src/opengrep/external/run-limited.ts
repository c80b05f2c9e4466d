import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ProgramLimits {
  readonly timeoutMs: number;
  /** Address space of each of its processes. */
  readonly memoryMb: number;
  /** Of standard output; more ends the program. */
  readonly outputBytes: number;
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string }
  /** It was stopped by a limit, could not be started, or died. */
  | { readonly kind: 'failed'; readonly reason: string };

const STDERR_BYTES = 4_000;

/** The limit is set by the shell before it becomes the program; arguments are never shell text. */
const SHELL_SCRIPT = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Runs a program to its end, under limits on time, memory and output, in a process group of its own
 * that is killed as a whole. It sees no variable of ours but the PATH.
 */
export function runLimited(
  path: string,
  args: readonly string[],
  options: ProgramLimits & {
    readonly cwd: string;
    readonly home?: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ProgramEnd> {
  const { cwd, home = tmpdir(), timeoutMs, memoryMb, outputBytes, signal } = options;
  const shellArguments = ['-c', SHELL_SCRIPT, 'sh', String(memoryMb * 1024), path, ...args];
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', shellArguments, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnv(home),
    });
    let stopped: string | undefined;
    const stop = (reason: string): void => {
      stopped ??= reason;
      killGroup(child.pid);
    };
    const onAbort = (): void => stop('the scan was stopped');
    const timer = setTimeout(() => stop(`took longer than ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();

    const stdout: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) stop(`wrote more than ${outputBytes} bytes`);
      else stdout.push(chunk);
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString('utf8')}`.slice(-STDERR_BYTES);
    });
    child.once('error', (error) => stop(`could not be started: ${error.message}`));
    child.once('close', (exitCode, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // What it may have left running.
      killGroup(child.pid);
      if (stopped !== undefined) resolve({ kind: 'failed', reason: stopped });
      else if (exitCode === null) resolve({ kind: 'failed', reason: `died of ${killedBy}` });
      else resolve(endOf(exitCode, Buffer.concat(stdout).toString('utf8'), stderr));
    });
  });
}

/** 126 and 127 are the shell's: the program never ran. */
function endOf(exitCode: number, stdout: string, stderr: string): ProgramEnd {
  if (stdout !== '') return { kind: 'ended', exitCode, stdout };
  const said = stderr.trim().split('\n').slice(-3).join(' ').trim();
  return { kind: 'failed', reason: `ended with exit code ${exitCode}: ${said}` };
}

function programEnv(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    // Where opengrep unpacks itself, once a version.
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    TMPDIR: home,
    LANG: 'C.UTF-8',
    // The programs would otherwise ask servers of their makers.
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
