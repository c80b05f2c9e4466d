import { readFileSync } from 'node:fs';

/** Times in milliseconds. Processor time includes all child processes that have ended. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

export async function timed(work: () => Promise<unknown>): Promise<Cost> {
  const [start, startCpu] = [performance.now(), cpuMs()];
  await work();
  return { wall: performance.now() - start, cpu: cpuMs() - startCpu };
}

/** Returns utime, stime, cutime and cstime of this process (Linux, ticks of 10 ms). */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}
