import type { ProfileName } from '@refbench/contracts';

/** The settings of a profile. No caller can change them. */
export interface Profile {
  readonly user: string;
  readonly network: 'build' | 'none';
  readonly capabilities: readonly string[];
  /** The root file system is read-only if the writable directories have separate storage. */
  readonly closedRoot: boolean;
}

export const AGENT_UID = 10_001;

/** The capabilities that root needs to install software and to set up services. */
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
  // Root sets up services, runs the tests as the agent user, and kills the remaining processes.
  grade: { user: '0:0', network: 'none', capabilities: [...INSTALLER, 'KILL'], closedRoot: false },
};
