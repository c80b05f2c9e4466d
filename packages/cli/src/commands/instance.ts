import type { Command } from 'commander';
import { addCommands, type LazyCommand } from '../command-line/command/lazy-commands.ts';

/** Adds `refbench instance` with its subcommands. */
export async function addInstanceCommand(
  program: Command,
  setExitCode: (code: number) => void,
  typed: string | undefined,
): Promise<void> {
  const instance = program
    .command('instance')
    .description('list, show, add, check and export instances');
  const commands: readonly LazyCommand[] = [
    {
      names: ['add'],
      add: async (to) => (await import('./instance/add.ts')).addInstanceAddCommand(to),
    },
    {
      names: ['check'],
      add: async (to) =>
        (await import('./instance/check.ts')).addInstanceCheckCommand(to, setExitCode),
    },
    {
      names: ['show'],
      add: async (to) => (await import('./instance/show.ts')).addInstanceShowCommand(to),
    },
    {
      names: ['export'],
      add: async (to) => (await import('./instance/export.ts')).addInstanceExportCommand(to),
    },
    {
      names: ['list'],
      add: async (to) =>
        (await import('./instance/list.ts')).addInstanceListCommand(to, setExitCode),
    },
  ];
  await addCommands(instance, commands, typed);
}
