import type { ChildProcess } from 'node:child_process';

/** A child that its owner has no more use for. */
interface Spare {
  readonly child: ChildProcess;
  /** Its program and what it can parse: the parsers are loaded once, with the first question. */
  readonly key: string;
}

let spare: Spare | undefined;

/**
 * Keeps a healthy child for whoever needs one with the same parsers: rules are checked before they are
 * run, and a start takes longer than a small scan. The child does not keep this process alive, and
 * ends with it.
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
