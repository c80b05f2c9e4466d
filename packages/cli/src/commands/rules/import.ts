import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { openTree } from '@refbench/repos';
import {
  importRules,
  readOpengrepRules,
  writeRules,
  type ImportLayout,
  type VerifiedRule,
} from '@refbench/rule-engine';
import { textTable } from '../../terminal-text.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../../workspace-options.ts';
import { addExternalOption, externalProgramOf, type ExternalOption } from './external-option.ts';

interface Options extends WorkspaceOptions, ExternalOption {
  readonly base: string;
  readonly golden: string;
  readonly to: string;
  readonly layout: ImportLayout;
  readonly json: boolean;
}

export function addRulesImportCommand(rules: Command): void {
  const command = rules
    .command('import')
    .description('rules of another engine, each verified on both trees')
    .command('opengrep <files...>')
    .description('OpenGrep rules: natively where that gives the same matches, else by a program')
    .requiredOption('--base <tree>', 'before the refactoring: a folder, or <repository>@<commit>')
    .requiredOption('--golden <tree>', 'after it')
    .requiredOption('--to <dir>', 'folder to write, without rules in it yet')
    .addOption(
      new Option('--layout <layout>', 'native/ and external/, or a ruleset that can be scored by')
        .choices(['engines', 'ruleset'])
        .default('engines'),
    )
    .option('--json', 'one object a rule on standard output', false);
  addExternalOption(command);
  addWorkspaceOptions(command).action(async (files: readonly string[], options: Options) => {
    const { mirror, stateDir } = workspaceOf(options);
    const rules = await readOpengrepRules(files);
    const program = await externalProgramOf(options);
    const sources = { mirror, cacheDir: join(stateDir, 'repositories') };
    await using base = await openTree(options.base, sources);
    await using golden = await openTree(options.golden, sources);
    const verified = await importRules(rules, {
      base: () => base.files(),
      golden: () => golden.files(),
      program,
    });
    await writeRules(verified, options.to, options.layout);
    if (options.json) {
      for (const rule of verified) process.stdout.write(`${JSON.stringify(lineOf(rule))}\n`);
    } else {
      process.stdout.write(`${textTable(verified.map(rowOf))}\n`);
    }
    const ran = program === undefined ? 'no program' : `${program.name} ${program.version}`;
    process.stderr.write(`${summaryOf(verified)} (verified with ${ran})\n`);
  });
}

function lineOf({ rule, status, reason, counts }: VerifiedRule): object {
  return { id: rule.id, status, reason, counts };
}

function rowOf({ rule, status, reason }: VerifiedRule): readonly string[] {
  return [rule.id, status, reason];
}

function summaryOf(rules: readonly VerifiedRule[]): string {
  return (['native', 'external', 'unsupported'] as const)
    .map((status) => `${rules.filter((rule) => rule.status === status).length} ${status}`)
    .join(', ');
}
