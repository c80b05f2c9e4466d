import type { Digest, Instance, Mode } from '@refbench/contracts';
import type { Trace } from './trace.ts';

/** The input of an agent that prepares for one attempt. */
export interface AttemptContext {
  readonly instance: Instance;
  readonly instanceDir: string;
  /** Returns the patch from base to golden. Only the `golden` agent uses it. */
  readonly goldenPatch: () => Promise<Buffer>;
  /** An empty folder of the host, which is mounted read-only at AGENT_FOLDER. */
  readonly folder: string;
  /** Access to the model; undefined if and only if the agent has no `model`. */
  readonly access: ModelAccess | undefined;
}

/** Access to the gateway from the container. The token is only valid for this attempt. */
export interface ModelAccess {
  /** Without a path, e.g. http://127.0.0.1:8080 */
  readonly url: string;
  readonly token: string;
}

/** How to start the agent in its container. It runs in /testbed as an unprivileged user. */
export interface AgentLaunch {
  /** The command line as argv. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files to write into HOME before the start: maps a path below HOME to its content. */
  readonly homeFiles?: Readonly<Record<string, string | Buffer>>;
  /** A host folder that is mounted read-only at AGENT_FOLDER instead of the folder of the context. */
  readonly bundle?: string;
  /** Additional paths in the container for the agent's folder, the task and writable folders. */
  readonly layout?: AgentLayout;
}

/** Paths for agents that were written for another layout. */
export interface AgentLayout {
  readonly agent: string;
  /** The folder with the prompt file `promptName`. */
  readonly task: string;
  readonly promptName: string;
  readonly writable: readonly string[];
}

/** The models that an agent uses. */
export interface AgentModel {
  /** The main model, which plans and reports show. */
  readonly name: string;
  /** All models that the gateway allows, including helper models of the client. */
  readonly names: readonly string[];
}

/** An agent that can be run on instances. */
export interface Agent {
  readonly name: string;
  readonly version: string;
  /**
   * Digest of everything that determines the behaviour of the agent. Equal digests mean the same
   * agent.
   */
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  /** Whether reports show the agent but exclude it from statistical tests. */
  readonly reference?: boolean;
  /** Undefined if the agent needs no model. Its container then has no access to one. */
  readonly model?: AgentModel;
  /** Installs files that all attempts share. Called before the first attempt. */
  install?(signal: AbortSignal): Promise<void>;
  prepare(context: AttemptContext): Promise<AgentLaunch>;
  /** Parses the standard output of the client into steps; undefined if nothing can be parsed. */
  readTrace?(stdout: Buffer): Trace | undefined;
}

/** The path of the agent's folder in the container. */
export const AGENT_FOLDER = '/opt/agent';

/** The path in the container of a Node that does not depend on the image. */
export const NODE_FOLDER = '/opt/node';
