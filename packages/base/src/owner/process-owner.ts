import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Identifies a process uniquely, even if its number is reused:
 * `<pid>:<start time>:<boot id>:<PID namespace>`. Only with the last two does a number mean anything,
 * because each container counts its own processes.
 */
export type ProcessOwner = string;

/** What is certain about a process. `unknown` if it cannot be seen from here. */
export type OwnerFate = 'alive' | 'ended' | 'unknown';

let cached: ProcessOwner | undefined;

/** Returns the owner string of this process. */
export function currentOwner(): ProcessOwner {
  cached ??= [process.pid, statOf('self').start, bootId(), pidNamespace()].join(':');
  return cached;
}

/**
 * Returns what is certain about a process. Only processes of the same boot and PID namespace can be
 * seen; an owner that has no valid form is unknown as well.
 */
export function fateOf(owner: ProcessOwner): OwnerFate {
  const [pid, start, boot, namespace] = partsOf(owner);
  const [, , ownBoot, ownNamespace] = partsOf(currentOwner());
  if (pid === undefined || boot !== ownBoot || namespace !== ownNamespace) return 'unknown';
  if (owner === currentOwner()) return 'alive';
  if (!exists(Number(pid))) return 'ended';
  // Without /proc, only the number counts.
  if (start === '0') return 'alive';
  // The folder may show another namespace, whose numbers belong to other processes.
  if (linkOf('/proc/self') !== String(process.pid)) return 'unknown';
  const stat = statOf(pid);
  if (stat.start === '0') return 'unknown';
  // A killed process stays visible until its parent has read its exit code.
  const ended = stat.start !== start || /[ZX]/.test(stat.state);
  return ended ? 'ended' : 'alive';
}

/** Returns the process id for messages. */
export function ownerPid(owner: ProcessOwner): string {
  return owner.split(':')[0] ?? owner;
}

/** Returns whether the text has the form of an owner. */
export function isOwner(text: string): boolean {
  return partsOf(text).length > 0;
}

function partsOf(owner: ProcessOwner): readonly string[] {
  return /^([1-9]\d*):(\d+):([0-9a-f-]+):(\d+)$/.exec(owner)?.slice(1) ?? [];
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Fields 3 and 22. The command name (field 2) may contain spaces and parentheses. */
function statOf(pid: string): { readonly state: string; readonly start: string } {
  const stat = readProc(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '0' };
}

/** Systems without a boot id are told apart by their name. */
function bootId(): string {
  const id = readProc('/proc/sys/kernel/random/boot_id').trim();
  return id === '' ? createHash('sha256').update(hostname()).digest('hex').slice(0, 16) : id;
}

function pidNamespace(): string {
  return /\d+/.exec(linkOf('/proc/self/ns/pid'))?.[0] ?? '0';
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
