/**
 * Returns the maximal groups of agents in which no two agents differ, ordered by their best member. An
 * agent may belong to several groups, because indistinguishability is not transitive. An agent that
 * differs from all others forms its own group.
 * @param ranked agents, best first
 * @param different whether two agents differ, e.g. because their q-value is at most `DISCOVERY_RATE`
 */
export function indistinguishableGroups(
  ranked: readonly string[],
  different: (first: string, second: string) => boolean,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const alike = (agent: string, other: string): boolean => !different(agent, other);
  // The Bron-Kerbosch algorithm without pivoting is fast enough: leaderboards have tens of agents.
  const extend = (group: readonly string[], candidates: string[], excluded: string[]): void => {
    if (candidates.length === 0 && excluded.length === 0) groups.push([...group]);
    let rest = candidates;
    const seen = [...excluded];
    for (const agent of candidates) {
      rest = rest.slice(1);
      extend(
        [...group, agent],
        rest.filter((other) => alike(agent, other)),
        seen.filter((other) => alike(agent, other)),
      );
      seen.push(agent);
    }
  };
  if (ranked.length > 0) extend([], [...ranked], []);
  return groups;
}
