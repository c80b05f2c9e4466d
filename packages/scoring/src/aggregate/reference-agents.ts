/** Agents that show the score of the golden patch, of an empty patch, or of a fixed patch. */
const REFERENCE_NAMES: ReadonlySet<string> = new Set([
  'golden',
  'nop',
  'script',
  'golden_agent',
  'null_agent',
]);

/**
 * Returns whether the name alone identifies a reference agent. Results can also mark other agents as
 * references. Reference agents are shown but not tested, so they cannot cause discoveries.
 */
export function isReferenceName(agent: string): boolean {
  return REFERENCE_NAMES.has(agent);
}
