import { RefbenchError } from '@refbench/contracts';
import type { AgentOptions } from './agent-options.ts';

/**
 * How an agent directory is told its options: `effort=high` becomes REFBENCH_OPTION_EFFORT=high.
 * @throws RefbenchError kind `usage` on a name that no variable can have
 */
export function optionEnv(options: AgentOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    options.map(([name, value]) => {
      if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
        throw new RefbenchError({
          kind: 'usage',
          message: `"${name}" is not a valid name of an agent option`,
          hint: 'begin with a letter, and use letters, digits, "-" and "_"',
        });
      }
      return [`REFBENCH_OPTION_${name.toUpperCase().replaceAll('-', '_')}`, value];
    }),
  );
}
