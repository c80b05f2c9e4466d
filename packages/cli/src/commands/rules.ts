import type { Command } from 'commander';
import { addRulesCheckCommand } from './rules/check.ts';
import { addRulesImportCommand } from './rules/import.ts';
import { addRulesScanCommand } from './rules/scan.ts';

/** `refbench rules ...`: one file a subcommand. */
export function addRulesCommand(program: Command, setExitCode: (code: number) => void): void {
  const rules = program.command('rules').description('rulesets: check, test, scan and import them');
  addRulesCheckCommand(rules, setExitCode);
  addRulesScanCommand(rules, setExitCode);
  addRulesImportCommand(rules);
}
