import type { Command } from 'commander';

/** A command whose code is loaded only when it is wanted. */
export interface LazyCommand {
  /** As it is typed; several where one loader adds several commands. */
  readonly names: readonly string[];
  /** Adds it to its parent. */
  readonly add: (parent: Command) => Promise<void>;
}

/**
 * Adds the command that was typed, or all of them where none was, e.g. for help. Loading all takes
 * seconds, most of it for libraries that a single command does not use.
 */
export async function addCommands(
  parent: Command,
  commands: readonly LazyCommand[],
  typed: string | undefined,
): Promise<void> {
  const wanted = commands.filter(({ names }) => typed !== undefined && names.includes(typed));
  for (const { add } of wanted.length > 0 ? wanted : commands) await add(parent);
}
