import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 1_000;

/** Cores that must be idle for two suites at a time. The engine still cleans up after the last container. */
const CORES_FOR_TWO = 1.6;

/** Whether two suites can run at a time without disturbing each other. */
export async function twoCoresAreFree(): Promise<boolean> {
  return (await freeCores()) >= CORES_FOR_TWO;
}

/**
 * Measures how many cores of this host are idle now. The load average would not do: it still counts
 * the build that has just ended.
 */
export async function freeCores(): Promise<number> {
  const before = cpus();
  await sleep(SAMPLE_MS);
  return idleShareOf(before, cpus());
}

interface CoreTimes {
  readonly times: Readonly<Record<string, number>>;
}

/** Returns the sum over all cores of the share of time that each was idle between two readings. */
export function idleShareOf(before: readonly CoreTimes[], after: readonly CoreTimes[]): number {
  return after.reduce((sum, { times }, core) => {
    const earlier = before[core]?.times ?? {};
    const total = Object.entries(times).reduce(
      (time, [kind, value]) => time + value - (earlier[kind] ?? 0),
      0,
    );
    const idle = (times['idle'] ?? 0) - (earlier['idle'] ?? 0);
    return sum + (total > 0 ? idle / total : 0);
  }, 0);
}
