/**
 * Agents that are shown for comparison and never ranked. Their patches contain golden's lines by
 * design.
 */
const REFERENCE_AGENTS = new Set(['golden', 'nop', 'script']);

export function isReferenceAgent(name: string): boolean {
  return REFERENCE_AGENTS.has(name);
}
