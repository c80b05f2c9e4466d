import { z } from 'zod';
import { count, figure } from './output-parts.ts';

/** The `--json` output of `stats kappa`. */
export const kappaSchema: z.ZodType = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-kappa'),
  pairs: z.array(
    z.strictObject({
      first: z.string(),
      second: z.string(),
      items: count,
      equal: count,
      agreement: figure,
      kappa: figure,
    }),
  ),
  alpha: figure,
});

const meanSchema = z.strictObject({ n: count, mean: figure, halfWidth: figure });

/** The `--json` output of `stats sizes`. */
export const patchSizesSchema: z.ZodType = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-sizes'),
  agents: z.array(
    z.strictObject({
      agent: z.string(),
      patches: count,
      precision: meanSchema,
      precisionAdditive: meanSchema,
      precisionReductive: meanSchema,
      lines: meanSchema,
      added: meanSchema,
      removed: meanSchema,
    }),
  ),
  rejected: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
});
