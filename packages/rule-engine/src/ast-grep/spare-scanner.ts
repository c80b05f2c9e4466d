import type { ChildProcess } from 'node:child_process';

/** As many as the programs and parsers that usually take turns; each takes memory. */
const MAX_SPARES = 2;

/** Child processes that their owners no longer need, by their program and parsers; oldest first. */
const spares = new Map<string, ChildProcess>();

/**
 * Keeps a healthy child process for reuse with the same parsers. Rules are checked before they are
 * run and are run on several trees, and starting a process takes longer than a small scan. The child
 * process does not keep this process alive, and ends with it.
 */
export function offerScanner(child: ChildProcess, key: readonly string[]): void {
  const name = keyOf(key);
  if (!child.connected || spares.get(name)?.connected === true) {
    child.kill('SIGKILL');
    return;
  }
  child.unref();
  child.channel?.unref();
  spares.delete(name);
  spares.set(name, child);
  const [oldest] = spares;
  if (spares.size <= MAX_SPARES || oldest === undefined) return;
  spares.delete(oldest[0]);
  oldest[1].kill('SIGKILL');
}

export function takeScanner(key: readonly string[]): ChildProcess | undefined {
  const name = keyOf(key);
  const child = spares.get(name);
  spares.delete(name);
  if (child?.connected !== true) return undefined;
  child.ref();
  child.channel?.ref();
  return child;
}

function keyOf(parts: readonly string[]): string {
  return [...parts].sort().join(' ');
}
