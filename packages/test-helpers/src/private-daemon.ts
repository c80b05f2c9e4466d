import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DAEMON = '/usr/sbin/dockerd';

/** A Docker daemon of a test, which can be stopped and started again. */
export interface PrivateDaemon {
  /** The path of its unix socket. */
  readonly socket: string;
  /** Starts it, and waits until it says that it listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns why this host cannot run a daemon of its own; undefined if it can. */
export function noPrivateDaemon(): string | undefined {
  if (process.getuid?.() !== 0) return 'a private daemon needs root';
  return existsSync(DAEMON) ? undefined : `there is no ${DAEMON}`;
}

/**
 * A daemon in a network namespace of its own, because in that of the host it would take over the bridge.
 * @param folder - Holds everything that it writes.
 * @param hidden - Folders that it does not see. Something else is mounted over them for it alone.
 */
export function privateDaemon(folder: string, hidden: readonly string[] = []): PrivateDaemon {
  const path = (name: string): string => join(folder, name);
  const socket = path('engine.sock');
  const options = [
    `--data-root=${path('data')}`,
    `--exec-root=${path('exec')}`,
    `--pidfile=${path('pid')}`,
    `--host=unix://${socket}`,
    '--iptables=false',
    '--ip6tables=false',
    '--bridge=none',
    '--cgroup-parent=/refbench-test',
  ];
  const hide =
    'while [ "$1" != -- ]; do mount -t tmpfs tmpfs "$1" || exit; shift; done; cd / && shift && exec "$@"';
  const command =
    hidden.length === 0
      ? ['--net', DAEMON, ...options]
      : ['--net', '--mount', 'sh', '-c', hide, 'sh', ...hidden, '--', DAEMON, ...options];
  let child: ChildProcess | undefined;
  return {
    socket,
    start: async () => {
      child = spawn('unshare', command, { stdio: ['ignore', 'ignore', 'pipe'] });
      await untilListening(child);
    },
    stop: async () => {
      child?.kill('SIGTERM');
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Reads the log to its end, because a full pipe would block the daemon. */
async function untilListening({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) throw new Error('the daemon has no log');
  const last: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      if (line.includes('API listen on')) resolve();
      last.push(line);
      if (last.length > 10) last.shift();
    });
    lines.on('close', () => reject(new Error(`the daemon ended: ${last.join(' | ')}`)));
  });
}
