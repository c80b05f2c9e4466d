import { RefbenchError } from '@refbench/contracts';

/** What somebody sets on an agent, in the order of the command line. */
export type AgentOptions = readonly (readonly [name: string, value: string])[];

/** An option that an agent knows. */
export interface AgentOptionRule {
  readonly name: string;
  /** Values that it takes; undefined where any text serves. */
  readonly values?: readonly string[];
}

/** A further argument for the client's program; may be given several times. */
export const ARGUMENT: AgentOptionRule = { name: 'arg' };

/**
 * Refuses options that the agent does not know.
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
          ? 'leave --agent-option out'
          : `its options are: ${known.map((one) => one.name).join(', ')}`,
      );
    }
    if (rule.values !== undefined && !rule.values.includes(value)) {
      throw usage(
        `"${value}" is no value of ${agent}.${name}`,
        `use one of: ${rule.values.join(', ')}`,
      );
    }
  }
}

/** The last value of an option; undefined where it is not set. */
export function optionValue(options: AgentOptions, name: string): string | undefined {
  return options.findLast(([given]) => given === name)?.[1];
}

/** All values of an option, in order. */
export function optionValues(options: AgentOptions, name: string): readonly string[] {
  return options.flatMap(([given, value]) => (given === name ? [value] : []));
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
