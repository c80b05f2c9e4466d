import type { ProfileName } from '@refbench/contracts';

/** What a profile fixes and no caller can change. */
export interface Profile {
  readonly user: string;
  readonly network: 'build' | 'none';
  readonly capabilities: readonly string[];
  /** The root file system is closed wherever the writable directories have storage of their own. */
  readonly closedRoot: boolean;
}

export const AGENT_UID = 10_001;

/** chown, packages and their users: what root needs to install software and to set up services. */
const INSTALLER = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  build: {
    user: '0:0',
    network: 'build',
    capabilities: [...INSTALLER, 'FSETID'],
    closedRoot: false,
  },
  agent: {
    user: `${AGENT_UID}:${AGENT_UID}`,
    network: 'none',
    capabilities: [],
    closedRoot: true,
  },
  // Root sets services up, drops to the agent's user for the tests, and kills what those leave.
  grade: { user: '0:0', network: 'none', capabilities: [...INSTALLER, 'KILL'], closedRoot: false },
};
