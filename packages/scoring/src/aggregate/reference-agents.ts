import type { Observation } from './observation.ts';

/** Agents that show what a perfect patch, none, or a fixed one would get. */
const REFERENCE_NAMES: ReadonlySet<string> = new Set([
  'golden',
  'nop',
  'script',
  'golden_agent',
  'null_agent',
]);

/**
 * The reference agents among those that were observed or planned: by their name, or because the results
 * say so. They are shown, and nothing is concluded from them: a pair with one of them is no discovery.
 */
export function referenceAgents(
  agents: Iterable<string>,
  observations: readonly Pick<Observation, 'agent' | 'reference'>[],
): ReadonlySet<string> {
  const marked = observations.filter(({ reference }) => reference === true);
  return new Set([
    ...[...agents].filter((agent) => REFERENCE_NAMES.has(agent)),
    ...marked.map(({ agent }) => agent),
  ]);
}
