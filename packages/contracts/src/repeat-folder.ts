/**
 * Returns the folder of one independent attempt of an agent at an instance. It contains the tries
 * by number. The first attempt uses the folder of the agent, `<run>/<instance>/<agent>`, as in runs
 * with only one. Further attempts use subfolders.
 */
export function repeatFolder(agentFolder: string, repeat: number): string {
  return repeat === 1 ? agentFolder : `${agentFolder}/repeat-${repeat}`;
}
