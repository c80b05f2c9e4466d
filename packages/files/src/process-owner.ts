import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Identifies a process uniquely, even if its number is reused: `<pid>:<start time>:<boot id>`. On
 * systems other than Linux the last two are `0`, and only the number counts.
 */
export type ProcessOwner = string;

/** Returns the owner string of this process. */
export function currentOwner(): ProcessOwner {
  return ownerOf(process.pid);
}

/** Returns true while the process runs on this machine. */
export function ownerIsAlive(owner: ProcessOwner): boolean {
  const parsed = ownerSchema.safeParse(owner.split(':'));
  if (!parsed.success) return false;
  const pid = parsed.data[0];
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return ownerOf(pid) === owner;
}

/** Returns the process id for messages. */
export function ownerPid(owner: ProcessOwner): string {
  return owner.split(':')[0] ?? owner;
}

const ownerSchema = z.tuple([z.coerce.number().int().positive(), z.string(), z.string()]);

function ownerOf(pid: number): ProcessOwner {
  return `${pid}:${startTime(pid)}:${bootId()}`;
}

function startTime(pid: number): string {
  // Field 22 of stat. The command name (field 2) may contain spaces and parentheses, so count after
  // it.
  const stat = readProc(`/proc/${pid}/stat`);
  return (
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? '0'
  );
}

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id').trim() || '0';
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
