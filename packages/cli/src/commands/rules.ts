import type { Command } from 'commander';
import { addRulesAuditCommand } from './rules/audit.ts';
import { addRulesCheckCommand } from './rules/check.ts';
import { addRulesImportCommand } from './rules/import.ts';
import { addRulesRegisterCommand } from './rules/register.ts';
import { addRulesScanCommand } from './rules/scan.ts';
import { addRulesTestCommand } from './rules/test.ts';

/** `refbench rules ...`: one file a subcommand. */
export function addRulesCommand(program: Command, setExitCode: (code: number) => void): void {
  const rules = program
    .command('rules')
    .description('rulesets: scan, check, register, test, audit and import them');
  addRulesCheckCommand(rules, setExitCode);
  addRulesRegisterCommand(rules, setExitCode);
  addRulesScanCommand(rules, setExitCode);
  addRulesImportCommand(rules);
  addRulesTestCommand(rules, setExitCode);
  addRulesAuditCommand(rules, setExitCode);
}
