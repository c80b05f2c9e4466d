import { RefbenchError } from '@refbench/contracts';
import { pack } from 'tar-stream';
import { Readable } from 'node:stream';
import { shellQuote } from '@refbench/base';

/** File with the variables of a build. */
export const ENV_FILE = '/.refbench-env';

/**
 * Packs the variables of a build into a file. A commit stores the variables of a container in the
 * image (some engines twice), where no later change can remove them. The command removes this file
 * before it starts, so the layer never contains it.
 */
export function environmentFile(env: Readonly<Record<string, string>>): Readable {
  const tar = pack();
  const lines = Object.entries(env).map(
    ([key, value]) => `${checkedName(key)}=${shellQuote(value)}\n`,
  );
  tar.entry({ name: ENV_FILE.slice(1), mode: 0o600, uid: 0, gid: 0 }, lines.join(''));
  tar.finalize();
  return Readable.from(tar);
}

/** Returns a command that reads the variables, removes the file and runs the original command. */
export function commandWithEnvironment(command: readonly string[]): readonly string[] {
  const script = `set -a && . ${ENV_FILE} && set +a && rm ${ENV_FILE} && exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...command];
}

function checkedName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new RefbenchError({
    kind: 'usage',
    message: `${JSON.stringify(name)} is not a valid name of an environment variable`,
    hint: 'use letters, digits and underscores, and do not begin with a digit',
  });
}
