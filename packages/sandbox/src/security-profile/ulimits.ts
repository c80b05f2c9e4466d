import { readFileSync } from 'node:fs';
import type { Limits } from '@refbench/contracts';

export interface Ulimit {
  readonly Name: string;
  readonly Soft: number;
  readonly Hard: number;
}

/**
 * Returns the resource limits of every process. `nproc` is set to the limit of the host: it counts
 * the processes of a user over all containers, so a lower value would let one container starve
 * another. The pids limit applies instead.
 */
export function ulimitsOf(limits: Limits, host: HostLimits = hostLimits()): Ulimit[] {
  return [
    both('nofile', Math.min(limits.open_files, host.openFiles)),
    both('nproc', host.processes),
    both('core', 0),
    both('fsize', limits.storage_bytes),
  ];
}

export interface HostLimits {
  readonly openFiles: number;
  readonly processes: number;
}

function both(name: string, value: number): Ulimit {
  return { Name: name, Soft: value, Hard: value };
}

let known: HostLimits | undefined;

/** Returns the hard limits of the host. An engine without CAP_SYS_RESOURCE cannot exceed them. */
function hostLimits(): HostLimits {
  known ??= readHostLimits();
  return known;
}

const UNKNOWN: HostLimits = { openFiles: 2 ** 20, processes: 2 ** 15 };

function readHostLimits(): HostLimits {
  const table = readText('/proc/self/limits');
  const pids = Number(readText('/proc/sys/kernel/pid_max')) || UNKNOWN.processes;
  return {
    openFiles: hardLimit(table, 'Max open files') ?? UNKNOWN.openFiles,
    // Podman lowers its limit to the number of process ids.
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

/** Returns the hard limit of a row, which has the form `name soft hard unit`. */
function hardLimit(text: string, name: string): number | undefined {
  const row = text.split('\n').find((line) => line.startsWith(name));
  const hard = row?.slice(name.length).trim().split(/\s+/).at(1);
  return hard !== undefined && /^\d+$/.test(hard) ? Number(hard) : undefined;
}
