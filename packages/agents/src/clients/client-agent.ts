import { access, constants } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { AGENT_FOLDER, NODE_FOLDER, type Agent, type ModelAccess } from '../agent/agent.ts';
import {
  ARGUMENT,
  checkAgentOptions,
  optionValues,
  type AgentOptions,
} from '../agent/agent-options.ts';
import { ensureBundle } from '../bundle/bundle.ts';
import { hostArchitecture } from '../bundle/host-platform.ts';
import type { Client } from './client.ts';
import { clientBundle } from './client-bundle.ts';

export interface ClientAgentOptions {
  readonly model: string | undefined;
  /** The version to use instead of the pinned one. */
  readonly version: string | undefined;
  readonly stateDir: string;
  readonly options: AgentOptions;
}

/** Passes the prompt on standard input, because arguments are limited to 128 KiB. */
const WITH_PROMPT = 'exec "$@" <"$REFBENCH_PROMPT_FILE"';

/**
 * Creates the agent for a published client with a model. It is installed once on this host and mounted
 * into every attempt.
 */
export function clientAgent(client: Client, options: ClientAgentOptions): Agent {
  const { stateDir, version = client.version } = options;
  checkAgentOptions(client.name, options.options, [...client.options, ARGUMENT]);
  const model = options.model ?? refuseNoModel(client);
  const arch = hostArchitecture();
  const program = client.program(arch);
  const spec = clientBundle(client, version, arch);
  const launchOf = (access: ModelAccess): ReturnType<Client['launch']> => {
    const launch = client.launch(model, access, options.options);
    return { ...launch, args: withArguments(launch.args, optionValues(options.options, 'arg')) };
  };
  const placeholder = launchOf({ url: 'url', token: 'token' });
  return {
    name: client.name,
    version,
    digest: digestOf({ spec, model, launch: placeholder }),
    modes: ['direct', 'plan', 'multiplan'],
    model: { name: model, names: client.modelNames(model) },
    async install(signal) {
      await ensureBundle(stateDir, spec, signal);
    },
    async prepare(context) {
      if (context.access === undefined)
        throw new Error(`${client.name} was prepared without a model`);
      const bundle = await ensureBundle(stateDir, spec);
      await refuseBroken(join(bundle, program.path), client);
      const launch = launchOf(context.access);
      const path = posix.join(AGENT_FOLDER, program.path);
      const start = program.runtime === 'native' ? [path] : [`${NODE_FOLDER}/bin/node`, path];
      return {
        command: ['bash', '-c', WITH_PROMPT, client.name, ...start, ...launch.args],
        env: launch.env,
        homeFiles: launch.homeFiles,
        bundle,
      };
    },
    readTrace: client.readTrace,
  };
}

/** Inserts arguments before a last `-`, which means the prompt on standard input. */
function withArguments(args: readonly string[], more: readonly string[]): readonly string[] {
  return args.at(-1) === '-' ? [...args.slice(0, -1), ...more, '-'] : [...args, ...more];
}

/** There is no default model, because results without a model name are meaningless. */
function refuseNoModel(client: Client): never {
  throw new RefbenchError({
    kind: 'usage',
    message: `agent "${client.name}" needs a model`,
    hint: `specify it, for example --model ${client.exampleModel}`,
  });
}

async function refuseBroken(path: string, client: Client): Promise<void> {
  await access(path, constants.R_OK | constants.X_OK).catch((error: unknown) => {
    throw new RefbenchError({
      kind: 'image',
      message: `the installation of ${client.name} is damaged: ${path} is not executable`,
      hint: 'remove its folder; the next run installs it again',
      cause: error,
    });
  });
}
