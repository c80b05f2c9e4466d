import { z } from 'zod';

const mebibyte = 2 ** 20;
const positive = z.int().positive();

/**
 * The limits of one container. Every field is enforced; the README of the sandbox package describes
 * how.
 */
export const limitsSchema = z.strictObject({
  cpus: z.number().positive(),
  memory_bytes: positive.min(16 * mebibyte),
  pids: positive,
  open_files: positive,
  /** Time from start to end of the container on a monotonic clock. */
  wall_clock_ms: positive,
  /** Maximum time without output. */
  idle_ms: positive.nullable(),
  /** Maximum size of the log. If it is exceeded, the middle is dropped. */
  log_bytes: positive,
  /** Maximum size of the data that the container may write outside memory. */
  storage_bytes: positive.min(16 * mebibyte),
});

export type Limits = z.infer<typeof limitsSchema>;

const minute = 60_000;
const gibibyte = 2 ** 30;

/**
 * Defaults per profile, based on the limits of the paper (15 minutes per test run, 5 GB of
 * storage).
 */
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
