import type { Digest, Instance, Mode } from '@refbench/contracts';

/** What an agent may know and use when it gets ready for one attempt. */
export interface AttemptContext {
  readonly instance: Instance;
  readonly instanceDir: string;
  /** The patch from base to golden. Only the `golden` agent asks for it. */
  readonly goldenPatch: () => Promise<Buffer>;
  /** An empty folder of the host; mounted read-only at AGENT_FOLDER. */
  readonly folder: string;
}

/** How the agent is started in its container; it runs in /testbed as an unprivileged user. */
export interface AgentLaunch {
  /** argv */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Something that can be tried on an instance. */
export interface Agent {
  readonly name: string;
  readonly version: string;
  /** Of everything that decides what the agent does; two runs with one digest ran the same agent. */
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  prepare(context: AttemptContext): Promise<AgentLaunch>;
}

/** Where the container sees the agent's folder. */
export const AGENT_FOLDER = '/opt/agent';
