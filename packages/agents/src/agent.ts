import type { Digest, Instance, Mode } from '@refbench/contracts';
import type { Trace } from './trace/trace.ts';

/** What an agent may know and use when it gets ready for one attempt. */
export interface AttemptContext {
  readonly instance: Instance;
  readonly instanceDir: string;
  /** The patch from base to golden. Only the `golden` agent asks for it. */
  readonly goldenPatch: () => Promise<Buffer>;
  /** An empty folder of the host; mounted read-only at AGENT_FOLDER. */
  readonly folder: string;
  /** The way to the model; undefined exactly where the agent has no `model`. */
  readonly access: ModelAccess | undefined;
}

/** What a container knows of the gateway. The token is worth nothing outside this one attempt. */
export interface ModelAccess {
  /** Without a path, e.g. http://127.0.0.1:8080 */
  readonly url: string;
  readonly token: string;
}

/** How the agent is started in its container; it runs in /testbed as an unprivileged user. */
export interface AgentLaunch {
  /** argv */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Written into HOME before the start: path below HOME -> content. */
  readonly homeFiles?: Readonly<Record<string, string | Buffer>>;
  /** A host folder that is mounted read-only at AGENT_FOLDER instead of the context's own. */
  readonly bundle?: string;
  /** Further places at which the container sees the agent's folder and the task, and may write. */
  readonly layout?: AgentLayout;
}

/** For agents that were written for other paths than ours. */
export interface AgentLayout {
  readonly agent: string;
  /** A folder that holds the prompt under `promptName`. */
  readonly task: string;
  readonly promptName: string;
  readonly writable: readonly string[];
}

/** The models that an agent asks for. */
export interface AgentModel {
  /** The one that does the work; stands in plans and reports. */
  readonly name: string;
  /** All that the gateway lets through, helpers of the client included. */
  readonly names: readonly string[];
}

/** Something that can be tried on an instance. */
export interface Agent {
  readonly name: string;
  readonly version: string;
  /** Of everything that decides what the agent does; two runs with one digest ran the same agent. */
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  /** True for an agent that reports show and never test. */
  readonly reference?: boolean;
  /** Undefined: the agent needs no model, and its container has no way to one. */
  readonly model?: AgentModel;
  /** Installs what all attempts share; before the first attempt, and never inside one. */
  install?(signal: AbortSignal): Promise<void>;
  prepare(context: AttemptContext): Promise<AgentLaunch>;
  /** What the client printed on standard output, as steps; undefined where nothing can be read. */
  readTrace?(stdout: Buffer): Trace | undefined;
}

/** Where the container sees the agent's folder. */
export const AGENT_FOLDER = '/opt/agent';

/** Where the container sees a Node that does not depend on the image. */
export const NODE_FOLDER = '/opt/node';
