import type { Command } from 'commander';

/** A command whose code is loaded on demand. */
export interface LazyCommand {
  /** Names of the commands that this loader adds. */
  readonly names: readonly string[];
  /** Adds the commands to their parent. */
  readonly add: (parent: Command) => Promise<void>;
}

/**
 * Adds the command that was typed, or all commands if none was typed, for example for help. Loading
 * all commands takes seconds, mostly for libraries that a single command does not use.
 */
export async function addCommands(
  parent: Command,
  commands: readonly LazyCommand[],
  typed: string | undefined,
): Promise<void> {
  const wanted = commands.filter(({ names }) => typed !== undefined && names.includes(typed));
  for (const { add } of wanted.length > 0 ? wanted : commands) await add(parent);
}
