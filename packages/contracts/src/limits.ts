import { z } from 'zod';

const mebibyte = 2 ** 20;
const positive = z.int().positive();

/** What one container may use. Every field is enforced; how is in the sandbox package's README. */
export const limitsSchema = z.strictObject({
  cpus: z.number().positive(),
  memory_bytes: positive.min(16 * mebibyte),
  pids: positive,
  open_files: positive,
  /** From start to end of the container, by a monotonic clock. */
  wall_clock_ms: positive,
  /** Longest time without a byte of output. */
  idle_ms: positive.nullable(),
  /** Kept log; what is over is dropped from the middle. */
  log_bytes: positive,
  /** All that the container may write outside memory. */
  storage_bytes: positive.min(16 * mebibyte),
});

export type Limits = z.infer<typeof limitsSchema>;

const minute = 60_000;
const gibibyte = 2 ** 30;

/** Defaults a profile, from the paper's limits (15 minutes a test run, 5 GB of storage). */
export const DEFAULT_LIMITS = {
  build: {
    cpus: 2,
    memory_bytes: 8 * gibibyte,
    pids: 2048,
    open_files: 16_384,
    wall_clock_ms: 30 * minute,
    idle_ms: null,
    log_bytes: 20 * mebibyte,
    storage_bytes: 20 * gibibyte,
  },
  agent: {
    cpus: 2,
    memory_bytes: 8 * gibibyte,
    pids: 1024,
    open_files: 16_384,
    wall_clock_ms: 90 * minute,
    idle_ms: 30 * minute,
    log_bytes: 20 * mebibyte,
    storage_bytes: 5 * gibibyte,
  },
  grade: {
    cpus: 2,
    memory_bytes: 8 * gibibyte,
    pids: 2048,
    open_files: 16_384,
    wall_clock_ms: 15 * minute,
    idle_ms: null,
    log_bytes: 20 * mebibyte,
    storage_bytes: 5 * gibibyte,
  },
} as const satisfies Record<string, Limits>;

export type ProfileName = keyof typeof DEFAULT_LIMITS;
