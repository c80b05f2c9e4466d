import { availableParallelism, cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Machine } from '@refbench/contracts';

const compress = promisify(deflate);

const WORK_BYTES = 2 ** 22;
/** The shortest of a few repetitions is the one that others disturbed least. */
const REPETITIONS = 3;

let measured: Promise<Machine> | undefined;

/**
 * Describes this machine and measures its speed, once per process. The work is to compress text-like
 * bytes, which uses the processor and its caches as compilers and interpreters do.
 */
export function machineFacts(): Promise<Machine> {
  measured ??= measure();
  return measured;
}

async function measure(): Promise<Machine> {
  const bytes = textLikeBytes();
  const times: number[] = [];
  for (let round = 0; round < REPETITIONS; round += 1) {
    const start = performance.now();
    await compress(bytes, { level: 6 });
    times.push(performance.now() - start);
  }
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cpus: availableParallelism(),
    memory_bytes: totalmem(),
    work_ms: Math.round(Math.min(...times)),
  };
}

/** The same bytes on every machine, neither random nor all equal. */
function textLikeBytes(): Buffer {
  const bytes = Buffer.alloc(WORK_BYTES);
  let state = 1;
  for (let index = 0; index < WORK_BYTES; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = 97 + ((state >>> 16) % 20) * ((state >>> 24) % 2);
  }
  return bytes;
}

/**
 * Returns how many times longer work takes on one machine than on another. Work that needs two
 * processors takes longer on a machine with one.
 */
export function slownessOf(here: Machine, there: Machine): number {
  const cores = Math.min(2, there.cpus) / Math.min(2, here.cpus);
  return (here.work_ms / there.work_ms) * Math.max(1, cores);
}

/** Names a machine in a line of text. */
export function machineText({ processor, cpus: processors, memory_bytes }: Machine): string {
  return `${processor}, ${processors} processors, ${Math.round(memory_bytes / 2 ** 30)} GiB`;
}
