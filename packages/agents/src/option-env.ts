import { RefbenchError } from '@refbench/contracts';
import type { AgentOptions } from './agent/agent-options.ts';

/**
 * Converts options to environment variables for an agent directory: `effort=high` becomes
 * REFBENCH_OPTION_EFFORT=high.
 * @throws RefbenchError kind `usage` if a name is not valid in a variable
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
