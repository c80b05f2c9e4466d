import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';

const indices = z.array(z.int().min(0));

/** A function whose failure the suite notices on base and on golden. */
const plantedFaultSchema = z.strictObject({
  /** With the names of all that it lies in. */
  name: z.string().min(1),
  /** Its file on base. */
  path: z.string().min(1),
  /** Stable tests that do not pass with the fault, neither on base nor on golden: into `test_ids`. */
  tests: indices,
  /** Stable tests that do not pass with the fault on one of the two only: into `test_ids`. */
  sometimes: indices,
});

/**
 * faults.json beside an instance. Grading plants several of these faults at once in a patched tree
 * that passed: a suite that still passes does not test that tree.
 */
export const plantedFaultsSchema = z
  .strictObject({
    schema: z.literal(1),
    instance: instanceIdSchema,
    recipe: digestSchema,
    tool: z.string(),
    /** Functions that were tried, also those whose fault no test noticed. */
    tried: z.int().min(0),
    /** Ids on base. */
    test_ids: z.array(z.string()),
    faults: z.array(plantedFaultSchema),
  })
  .refine(
    ({ test_ids, faults }) =>
      faults.every((fault) =>
        [...fault.tests, ...fault.sometimes].every((index) => index < test_ids.length),
      ),
    'a fault names a test that is not in test_ids',
  );

export type PlantedFaults = z.infer<typeof plantedFaultsSchema>;
export type PlantedFault = PlantedFaults['faults'][number];
