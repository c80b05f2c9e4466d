import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import type { BuildOptions } from '@refbench/env-builder';

export interface BuildCommandOptions {
  readonly caCertificates?: string;
  readonly buildEnv: Readonly<Record<string, string>>;
  readonly stateDir: string;
}

/** What an image build needs behind a company's proxy. */
export function addBuildOptions(command: Command): Command {
  return command
    .option('--ca-certificates <file>', 'PEM bundle that image builds must trust')
    .option('--build-env <key=value>', 'environment of image builds (repeatable)', collectEnv, {});
}

export function buildOptionsOf(options: BuildCommandOptions): BuildOptions {
  const { caCertificates } = options;
  return {
    stateDir: resolve(options.stateDir),
    buildEnv: options.buildEnv,
    ...(caCertificates === undefined ? {} : { caCertificates: resolve(caCertificates) }),
  };
}

function collectEnv(
  value: string,
  previous: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(value);
  if (match === null) throw new InvalidArgumentError('give it as KEY=VALUE');
  return { ...previous, [match[1] ?? '']: match[2] ?? '' };
}
