import { z } from 'zod';
import { inSetting, settingsOf } from './report-rows.ts';
import type { ReportFigures } from './report-schema.ts';

const figure = z.number().min(0).nullable();

/** Which differences of the alignment mean something in one setting. Ratios are in 0..1. */
export const resolutionSchema = z.strictObject({
  track: z.string(),
  mode: z.string(),
  /** The smallest true difference that some pair of agents would show. Null without pairs. */
  smallestDifference: figure,
  /**
   * Two runs of the same agent differ by less than this in 95 of 100 cases. The largest value of all agents
   * with repeats; null if there are none.
   */
  noiseFloor: figure,
});

export type Resolution = z.infer<typeof resolutionSchema>;

/** Two-sided quantile of the normal distribution for 95 %. */
const QUANTILE = 1.96;

/** Computes what each setting of a report can tell apart. */
export function resolutionsOf(report: ReportFigures): readonly Resolution[] {
  return settingsOf(report).map((setting) => {
    const pairs = inSetting(report.comparisons, setting).flatMap(({ metric, minimumDetectable }) =>
      metric === 'alignment' && minimumDetectable !== null ? [minimumDetectable] : [],
    );
    const noise = inSetting(report.repeats, setting).flatMap(({ metric, within, n, fewest }) =>
      metric === 'alignment' && within !== null && n * fewest > 0
        ? [QUANTILE * Math.sqrt(2 / (n * fewest)) * within]
        : [],
    );
    return {
      track: setting.track,
      mode: setting.mode,
      smallestDifference: pairs.length === 0 ? null : Math.min(...pairs),
      noiseFloor: noise.length === 0 ? null : Math.max(...noise),
    };
  });
}
