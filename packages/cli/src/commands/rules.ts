import type { Command } from 'commander';
import { addCommands, type LazyCommand } from '../command-line/command/lazy-commands.ts';

/** Adds `refbench rules` with its subcommands. */
export async function addRulesCommand(
  program: Command,
  setExitCode: (code: number) => void,
  typed: string | undefined,
): Promise<void> {
  const rules = program
    .command('rules')
    .description(
      'scan, check, register, suggest, generate, merge, review, test, measure, audit and import rules',
    );
  const commands: readonly LazyCommand[] = [
    {
      names: ['check'],
      add: async (to) => (await import('./rules/check.ts')).addRulesCheckCommand(to, setExitCode),
    },
    {
      names: ['register'],
      add: async (to) =>
        (await import('./rules/register.ts')).addRulesRegisterCommand(to, setExitCode),
    },
    {
      names: ['suggest'],
      add: async (to) => (await import('./rules/suggest.ts')).addRulesSuggestCommand(to),
    },
    {
      names: ['generate'],
      add: async (to) =>
        (await import('./rules/generate.ts')).addRulesGenerateCommand(to, setExitCode),
    },
    {
      names: ['merge'],
      add: async (to) => (await import('./rules/merge.ts')).addRulesMergeCommand(to, setExitCode),
    },
    {
      names: ['review'],
      add: async (to) => (await import('./rules/review.ts')).addRulesReviewCommand(to),
    },
    {
      names: ['quality'],
      add: async (to) => (await import('./rules/quality.ts')).addRulesQualityCommand(to),
    },
    {
      names: ['scan'],
      add: async (to) => (await import('./rules/scan.ts')).addRulesScanCommand(to, setExitCode),
    },
    {
      names: ['import'],
      add: async (to) => (await import('./rules/import.ts')).addRulesImportCommand(to),
    },
    {
      names: ['test'],
      add: async (to) => (await import('./rules/test.ts')).addRulesTestCommand(to, setExitCode),
    },
    {
      names: ['audit'],
      add: async (to) => (await import('./rules/audit.ts')).addRulesAuditCommand(to, setExitCode),
    },
  ];
  await addCommands(rules, commands, typed);
}
