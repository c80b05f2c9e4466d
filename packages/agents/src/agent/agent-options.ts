import { RefbenchError } from '@refbench/contracts';

/** Options of an agent, in the order of the command line. */
export type AgentOptions = readonly (readonly [name: string, value: string])[];

/** An option that an agent supports. */
export interface AgentOptionRule {
  readonly name: string;
  /** Allowed values; undefined if any text is allowed. */
  readonly values?: readonly string[];
}

/** An additional argument for the program of the client, which can be repeated. */
export const ARGUMENT: AgentOptionRule = { name: 'arg' };

/**
 * Refuses options that the agent does not support.
 * @throws RefbenchError kind `usage`
 */
export function checkAgentOptions(
  agent: string,
  options: AgentOptions,
  known: readonly AgentOptionRule[],
): void {
  for (const [name, value] of options) {
    const rule = known.find((one) => one.name === name);
    if (rule === undefined) {
      throw usage(
        `agent "${agent}" has no option "${name}"`,
        known.length === 0
          ? 'remove --agent-option'
          : `its options are: ${known.map((one) => one.name).join(', ')}`,
      );
    }
    if (rule.values !== undefined && !rule.values.includes(value)) {
      throw usage(
        `"${value}" is not a valid value of ${agent}.${name}`,
        `use one of: ${rule.values.join(', ')}`,
      );
    }
  }
}

/** Returns the last value of an option; undefined if it is not set. */
export function optionValue(options: AgentOptions, name: string): string | undefined {
  return options.findLast(([given]) => given === name)?.[1];
}

/** Returns all values of an option, in order. */
export function optionValues(options: AgentOptions, name: string): readonly string[] {
  return options.flatMap(([given, value]) => (given === name ? [value] : []));
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
