import { RefbenchError } from '@refbench/contracts';
import { pack } from 'tar-stream';
import { Readable } from 'node:stream';

/** Where the variables of a build wait for its command. */
export const ENV_FILE = '/.refbench-env';

/**
 * A commit keeps a container's variables in the image (and older engines a second copy of them), where
 * no later change can remove them. So those of a build go in as a file, which the command
 * removes before it begins: the layer never holds it.
 */
export function environmentFile(env: Readonly<Record<string, string>>): Readable {
  const tar = pack();
  const lines = Object.entries(env).map(([key, value]) => `${checkedName(key)}=${quoted(value)}\n`);
  tar.entry({ name: ENV_FILE.slice(1), mode: 0o600, uid: 0, gid: 0 }, lines.join(''));
  tar.finalize();
  return Readable.from(tar);
}

/** The command behind the file: the variables come in, the file goes. */
export function commandWithEnvironment(command: readonly string[]): readonly string[] {
  const script = `set -a && . ${ENV_FILE} && set +a && rm ${ENV_FILE} && exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...command];
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function checkedName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new RefbenchError({
    kind: 'usage',
    message: `${JSON.stringify(name)} is not a valid name of an environment variable`,
    hint: 'use letters, digits and underscores, and do not begin with a digit',
  });
}
