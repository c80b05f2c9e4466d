/**
 * Groups of agents of which no two are told apart, as large as they can be, in the order of their
 * best member. An agent may be in several: being indistinguishable does not carry over. An agent that
 * differs from all others is a group of its own.
 */
export function indistinguishableGroups(
  ranked: readonly string[],
  different: (first: string, second: string) => boolean,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const alike = (agent: string, other: string): boolean => !different(agent, other);
  // Bron and Kerbosch; leaderboards have tens of agents, not thousands.
  const extend = (group: readonly string[], open: string[], closed: string[]): void => {
    if (open.length === 0 && closed.length === 0) groups.push([...group]);
    let rest = open;
    const seen = [...closed];
    for (const agent of open) {
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
