import { readFileSync } from 'node:fs';
import type { Limits } from '@refbench/contracts';

export interface Ulimit {
  readonly Name: string;
  readonly Soft: number;
  readonly Hard: number;
}

/**
 * The resource limits of every process. `nproc` only restates the host's own ceiling: it counts a user's
 * processes over all containers, so as a limit one container could starve another; the pids
 * limit is the one that holds.
 */
export function ulimitsOf(limits: Limits, host: HostCeilings = hostCeilings()): Ulimit[] {
  return [
    both('nofile', Math.min(limits.open_files, host.openFiles)),
    both('nproc', host.processes),
    both('core', 0),
    both('fsize', limits.storage_bytes),
  ];
}

export interface HostCeilings {
  readonly openFiles: number;
  readonly processes: number;
}

function both(name: string, value: number): Ulimit {
  return { Name: name, Soft: value, Hard: value };
}

let known: HostCeilings | undefined;

/** An engine without CAP_SYS_RESOURCE cannot start a container above its own hard limits. */
function hostCeilings(): HostCeilings {
  known ??= readCeilings();
  return known;
}

const UNKNOWN: HostCeilings = { openFiles: 2 ** 20, processes: 2 ** 15 };

function readCeilings(): HostCeilings {
  const table = readText('/proc/self/limits');
  const pids = Number(readText('/proc/sys/kernel/pid_max')) || UNKNOWN.processes;
  return {
    openFiles: hardLimit(table, 'Max open files') ?? UNKNOWN.openFiles,
    // Podman lowers its own ceiling to the number of process ids that there are.
    processes: Math.min(hardLimit(table, 'Max processes') ?? UNKNOWN.processes, pids),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A row is `name  soft  hard  unit`. */
function hardLimit(text: string, name: string): number | undefined {
  const row = text.split('\n').find((line) => line.startsWith(name));
  const hard = row?.slice(name.length).trim().split(/\s+/).at(1);
  return hard !== undefined && /^\d+$/.test(hard) ? Number(hard) : undefined;
}
