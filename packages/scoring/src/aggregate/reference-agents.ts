/** Agents that show what a perfect patch, none, or a fixed one would get. */
const REFERENCE_NAMES: ReadonlySet<string> = new Set([
  'golden',
  'nop',
  'script',
  'golden_agent',
  'null_agent',
]);

/**
 * Whether an agent is a reference by its name alone; others are where the results say so. Reference
 * agents are shown, and nothing is concluded from them: a pair with one of them is no discovery.
 */
export function isReferenceName(agent: string): boolean {
  return REFERENCE_NAMES.has(agent);
}
