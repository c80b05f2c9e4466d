/** Reference agents. No other agent may use their names. */
export const REFERENCE_AGENTS = ['golden', 'nop', 'script'] as const;

/** Message for a reserved name. */
export const RESERVED_NAME = `${REFERENCE_AGENTS.join(', ')} are reserved for the built-in agents with these names`;

export function isReservedAgentName(name: string): boolean {
  return REFERENCE_AGENTS.some((reserved) => reserved === name);
}
