import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';

/** The socket of an engine on another host, as a socket of this one. */
export interface SshTunnel extends AsyncDisposable {
  readonly socketPath: string;
}

const REMOTE_SOCKET = '/var/run/docker.sock';
const OPEN_MS = 30_000;
const CHECK_MS = 20;
const MAX_NOTES = 2000;

/** Replaces the program `ssh`, with its first arguments, e.g. `ssh -F config`. */
export const SSH_VARIABLE = 'REFBENCH_SSH_COMMAND';

/**
 * Forwards the socket of an engine with the program `ssh`, so that keys, agents and the configuration of
 * the user are used as always.
 * @param url `ssh://[user@]host[:port][/path/of/the/socket]`
 * @throws RefbenchError kind `engine` with what ssh says
 */
export async function openSshTunnel(url: string): Promise<SshTunnel> {
  const { target, port, remote } = parseSsh(url);
  const folder = await mkdtemp(join(tmpdir(), 'refbench-ssh-'));
  const socketPath = join(folder, 'engine.sock');
  const [program = 'ssh', ...first] = (process.env[SSH_VARIABLE] ?? 'ssh').split(' ');
  // `cat` ends when this process does, also if it is killed; the tunnel would outlive it otherwise.
  const options = ['BatchMode=yes', 'ExitOnForwardFailure=yes', 'ServerAliveInterval=15'];
  const child = spawn(
    program,
    [
      ...first,
      ...options.flatMap((option) => ['-o', option]),
      ...(port === '' ? [] : ['-p', port]),
      '-L',
      `${socketPath}:${remote}`,
      '--',
      target,
      'cat',
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const close = async (): Promise<void> => {
    child.stdin.end();
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilOpen(child, socketPath, url);
  } catch (error) {
    await close();
    throw error;
  }
  // A command that forgets the tunnel still ends.
  child.unref();
  return { socketPath, [Symbol.asyncDispose]: close };
}

function parseSsh(url: string): {
  readonly target: string;
  readonly port: string;
  readonly remote: string;
} {
  const { username, hostname, port, pathname } = new URL(url);
  const user = username === '' ? '' : `${decodeURIComponent(username)}@`;
  const remote = pathname === '' || pathname === '/' ? REMOTE_SOCKET : pathname;
  return { target: `${user}${hostname.replace(/^\[|\]$/g, '')}`, port, remote };
}

async function untilOpen(child: ChildProcess, socketPath: string, url: string): Promise<void> {
  let notes = '';
  let ended: string | undefined;
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    notes = `${notes}${chunk.toString('utf8')}`.slice(-MAX_NOTES);
  });
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('close', (code, signal) => {
    ended ??= `ssh ended with ${signal ?? `exit code ${code}`}`;
  });
  const deadline = performance.now() + OPEN_MS;
  while (!existsSync(socketPath)) {
    if (ended === undefined && performance.now() < deadline) {
      await sleep(CHECK_MS);
      continue;
    }
    const reason = notes.trim() === '' ? (ended ?? 'ssh does not answer') : notes.trim();
    throw new RefbenchError({
      kind: 'engine',
      message: `the engine at ${url} cannot be reached: ${reason}`,
      hint: 'ssh must connect without a question; try it by hand, e.g. ssh host docker version',
    });
  }
}
