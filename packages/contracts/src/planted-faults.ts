import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';

const indices = z.array(z.int().min(0));

/** A function whose failure the suite notices on base and on golden. */
const plantedFaultSchema = z.strictObject({
  /** Qualified name of the function. */
  name: z.string().min(1),
  /** Path of its file on base. */
  path: z.string().min(1),
  /** Indices into `test_ids` of stable tests that fail with the fault on base and on golden. */
  tests: indices,
  /** Indices into `test_ids` of stable tests that fail with the fault on only one of them. */
  sometimes: indices,
});

/**
 * faults.json of an instance. Grading plants several of these faults at once in a patched tree that
 * passed. If the suite still passes, it does not test that tree.
 */
export const plantedFaultsSchema = z
  .strictObject({
    schema: z.literal(1),
    instance: instanceIdSchema,
    recipe: digestSchema,
    tool: z.string(),
    /** Number of functions that were tried, including those whose fault no test detected. */
    tried: z.int().min(0),
    /** Ids of tests on base. */
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
