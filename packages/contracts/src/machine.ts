import { z } from 'zod';

/** The machine on which something was measured. */
export const machineSchema = z.strictObject({
  /** Name of the processor as the system gives it. */
  processor: z.string(),
  cpus: z.int().min(1),
  memory_bytes: z.int().min(0),
  /** Milliseconds of one processor for a fixed piece of work. It compares the speed of machines. */
  work_ms: z.number().positive(),
});

export type Machine = z.infer<typeof machineSchema>;
