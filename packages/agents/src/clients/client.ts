import type { Architecture } from '../bundle/host-platform.ts';
import type { ModelAccess } from '../agent.ts';
import type { AgentOptionRule, AgentOptions } from '../agent-options.ts';
import type { Trace } from '../trace/trace.ts';

interface ClientLaunch {
  /** Arguments behind the program; the prompt comes on standard input. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Path below HOME -> content. */
  readonly homeFiles: Readonly<Record<string, string>>;
}

/** A coding agent that is published on npm: what differs between them, as data. */
export interface Client {
  readonly name: string;
  /** The version that all below was tried with. */
  readonly version: string;
  readonly packages: (version: string, arch: Architecture) => Readonly<Record<string, string>>;
  /** In the bundle. `node`: a script, run by our own Node. */
  readonly program: (arch: Architecture) => {
    readonly path: string;
    readonly runtime: 'native' | 'node';
  };
  /** Further files that must be executable and are not shipped so. */
  readonly tools: (arch: Architecture) => readonly string[];
  /** For messages. */
  readonly exampleModel: string;
  /** Everything that the client asks for when it works with this model. */
  readonly modelNames: (model: string) => readonly string[];
  /** Options of its own, beside `arg`. */
  readonly options: readonly AgentOptionRule[];
  readonly launch: (model: string, access: ModelAccess, options: AgentOptions) => ClientLaunch;
  readonly readTrace: (stdout: Buffer) => Trace | undefined;
}
