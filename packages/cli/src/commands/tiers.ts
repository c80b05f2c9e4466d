import type { Command } from 'commander';
import { addCommands, type LazyCommand } from '../command-line/command/lazy-commands.ts';

/** Adds `refbench tiers` with its subcommands. */
export async function addTiersCommand(
  program: Command,
  setExitCode: (code: number) => void,
  typed: string | undefined,
): Promise<void> {
  const tiers = program
    .command('tiers')
    .description('label tickets by how they were resolved, and measure single-shot fixes of them');
  const commands: readonly LazyCommand[] = [
    {
      names: ['fetch'],
      add: async (to) => (await import('./tiers/fetch.ts')).addTiersFetchCommands(to, setExitCode),
    },
    {
      names: ['label'],
      add: async (to) => (await import('./tiers/label.ts')).addTiersLabelCommand(to),
    },
    {
      names: ['index'],
      add: async (to) => (await import('./tiers/index-tickets.ts')).addTiersIndexCommand(to),
    },
    {
      names: ['sample'],
      add: async (to) => (await import('./tiers/sample.ts')).addTiersSampleCommand(to),
    },
    {
      names: ['eval'],
      add: async (to) => (await import('./tiers/eval.ts')).addTiersEvalCommand(to, setExitCode),
    },
    {
      names: ['score'],
      add: async (to) => (await import('./tiers/score.ts')).addTiersScoreCommand(to, setExitCode),
    },
    {
      names: ['to-predictions'],
      add: async (to) => (await import('./tiers/to-predictions.ts')).addTiersPredictionsCommand(to),
    },
    {
      names: ['compare'],
      add: async (to) => (await import('./tiers/compare.ts')).addTiersCompareCommand(to),
    },
  ];
  await addCommands(tiers, commands, typed);
}
