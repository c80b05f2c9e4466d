import { resolve } from 'node:path';
import { parseSlow, SLOW_VARIABLE } from '@refbench/sandbox';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { PathOption } from '../command-line/path-option.ts';
import {
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { errorText } from '@refbench/base';

export interface BuildCommandOptions {
  readonly caCertificates?: string;
  readonly buildEnv: Readonly<Record<string, string>>;
  readonly aptMirror?: string;
  readonly stateDir: string;
}

/** These options are shown by `--help-all` only. */
const GROUP = 'Image builds behind a proxy:';

/** Adds the options for image builds behind a proxy. */
export function addBuildOptions<C extends Command>(command: C): C {
  const add = (option: Option): void => void command.addOption(option.helpGroup(GROUP).hideHelp());
  add(
    new PathOption(
      '--ca-certificates <file>',
      'PEM bundle that image builds must trust',
      'read-file',
    ),
  );
  add(
    new Option(
      '--apt-mirror <url>',
      "mirror of the distribution's archive, for base images that are bootstrapped",
    ).default(process.env['REFBENCH_APT_MIRROR']),
  );
  add(
    new Option('--build-env <key=value>', 'environment variable of image builds (repeatable)')
      .argParser(collectEnv)
      .default({}),
  );
  addSlowOption(command);
  return command;
}

/** Adds the option for machines on which builds and suites take longer than usual. */
function addSlowOption(command: Command): void {
  const option = new Option(
    '--slow <n>',
    'time limits of builds and suites are n times as long (default: REFBENCH_SLOW, or by the load of this machine)',
  );
  command.addOption(
    option.argParser((value) => {
      try {
        parseSlow(value);
      } catch (error) {
        throw new InvalidArgumentError(errorText(error));
      }
      // Also for the processes that this command starts.
      process.env[SLOW_VARIABLE] = value;
      return value;
    }),
  );
}

/** Reads the host's settings and the definitions of the base images. */
export async function imageOptionsOf(options: BuildCommandOptions): Promise<ImageOptions> {
  const { caCertificates, aptMirror } = options;
  return {
    stateDir: resolve(options.stateDir),
    network: await resolveBuildNetwork({
      buildEnv: options.buildEnv,
      ...(caCertificates === undefined ? {} : { caCertificates: resolve(caCertificates) }),
    }),
    definitions: await readImageDefinitions(),
    ...(aptMirror === undefined ? {} : { aptMirror }),
  };
}

function collectEnv(
  value: string,
  previous: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(value);
  if (match === null) throw new InvalidArgumentError('use the form KEY=VALUE');
  return { ...previous, [match[1] ?? '']: match[2] ?? '' };
}
