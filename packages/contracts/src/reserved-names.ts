/** Agents whose results are a reference for others: nobody else's result may carry their name. */
export const REFERENCE_AGENTS = ['golden', 'nop', 'script'] as const;

/** What is said of a name that is one of them. */
export const RESERVED_NAME = `${REFERENCE_AGENTS.join(', ')} are reserved for the embedded agents of these names`;

export function isReservedAgentName(name: string): boolean {
  return REFERENCE_AGENTS.some((reserved) => reserved === name);
}
