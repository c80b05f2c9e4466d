import type { Architecture } from '../bundle/host-platform.ts';
import type { ModelAccess } from '../agent/agent.ts';
import type { AgentOptionRule, AgentOptions } from '../agent/agent-options.ts';
import type { Trace } from '../agent/trace.ts';

interface ClientLaunch {
  /** Arguments of the program. The prompt is passed on standard input. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Maps a path below HOME to its content. */
  readonly homeFiles: Readonly<Record<string, string>>;
}

/** A coding agent that is published on npm, described as data. */
export interface Client {
  readonly name: string;
  /** The version that this definition was tested with. */
  readonly version: string;
  readonly packages: (version: string, arch: Architecture) => Readonly<Record<string, string>>;
  /** The program in the bundle. `node` means a script that the bundled Node runs. */
  readonly program: (arch: Architecture) => {
    readonly path: string;
    readonly runtime: 'native' | 'node';
  };
  /** Additional files that must be made executable. */
  readonly tools: (arch: Architecture) => readonly string[];
  /** An example of a model for messages. */
  readonly exampleModel: string;
  /** All models that the client calls when it works with this model. */
  readonly modelNames: (model: string) => readonly string[];
  /** Options in addition to `arg`. */
  readonly options: readonly AgentOptionRule[];
  readonly launch: (model: string, access: ModelAccess, options: AgentOptions) => ClientLaunch;
  readonly readTrace: (stdout: Buffer) => Trace | undefined;
}
