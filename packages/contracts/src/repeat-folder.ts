/**
 * The folder of one of an agent's independent attempts at an instance, which holds its tries by number.
 * The first lies in the agent's own folder, `<run>/<instance>/<agent>`, as in runs with only one; the
 * others below it.
 */
export function repeatFolder(agentFolder: string, repeat: number): string {
  return repeat === 1 ? agentFolder : `${agentFolder}/repeat-${repeat}`;
}
