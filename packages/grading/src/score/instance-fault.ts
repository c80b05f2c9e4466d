import { baselineFault } from '@refbench/instances';
import type { GradingContext } from './grading-context.ts';

/** Returns why no attempt on the instance can be scored on this host; undefined if it can. */
export function instanceFaultOf({
  instanceFault,
  baseline,
}: Pick<GradingContext, 'instanceFault' | 'baseline'>): string | undefined {
  return instanceFault ?? (baseline === null ? undefined : baselineFault(baseline));
}
