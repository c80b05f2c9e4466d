import type { ChildProcess } from 'node:child_process';

/** A child process that its owner no longer needs. */
interface Spare {
  readonly child: ChildProcess;
  /** Its program and parsers, which are loaded with the first message. */
  readonly key: string;
}

let spare: Spare | undefined;

/**
 * Keeps a healthy child process for reuse with the same parsers. Rules are checked before they are
 * run, and starting a process takes longer than a small scan. The child process does not keep this
 * process alive, and ends with it.
 */
export function offerScanner(child: ChildProcess, key: readonly string[]): void {
  if (spare !== undefined || !child.connected) {
    child.kill('SIGKILL');
    return;
  }
  child.unref();
  child.channel?.unref();
  spare = { child, key: keyOf(key) };
}

export function takeScanner(key: readonly string[]): ChildProcess | undefined {
  if (spare?.key !== keyOf(key)) return undefined;
  const { child } = spare;
  spare = undefined;
  if (!child.connected) return undefined;
  child.ref();
  child.channel?.ref();
  return child;
}

function keyOf(parts: readonly string[]): string {
  return [...parts].sort().join(' ');
}
