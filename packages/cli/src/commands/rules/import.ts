import { join } from 'node:path';
import type { Command } from 'commander';
import { openTree } from '@refbench/repos';
import { contextOfTrees, openEngines, readOpengrepRules } from '@refbench/rule-engine';
import { importRules, writeImport, type ImportedRule } from '@refbench/rulesets';
import { addAuthorOption, authorOf, type AuthorOptions } from '../../options/rule-author.ts';
import { textTable } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, AuthorOptions {
  readonly base: string;
  readonly golden: string;
  readonly to: string;
  readonly json: boolean;
}

export function addRulesImportCommand(rules: Command): void {
  const command = rules
    .command('import')
    .description('import rules of another dialect')
    .command('opengrep <files...>')
    .description('check OpenGrep rules on base and golden, and write the valid ones to a ruleset')
    .requiredOption(
      '--base <tree>',
      'tree before the refactoring: a folder, or <repository>@<commit>',
    )
    .requiredOption('--golden <tree>', 'tree after the refactoring')
    .requiredOption('--to <dir>', 'folder for the rules; it must not contain rules yet')
    .option('--json', 'print one JSON object per rule on standard output', false);
  addWorkspaceOptions(addAuthorOption(command)).action(
    async (files: readonly string[], options: Options) => {
      const { mirror, stateDir, opengrep } = workspaceOf(options);
      const rules = await readOpengrepRules(files);
      const engines = openEngines({ stateDir, program: opengrep });
      await engines.opengrep.prepare();
      const sources = { mirror, cacheDir: join(stateDir, 'repositories') };
      await using base = await openTree(options.base, sources);
      await using golden = await openTree(options.golden, sources);
      const imported = await importRules(rules, contextOfTrees({ base, golden }), {
        engines,
        cacheDir: join(stateDir, 'matches'),
      });
      const { version } = await engines.opengrep.identity();
      const by = await authorOf(options);
      const written = await writeImport(imported, options.to, { by, opengrepVersion: version });
      if (options.json) {
        for (const rule of imported) process.stdout.write(`${JSON.stringify(lineOf(rule))}\n`);
      } else process.stdout.write(`${textTable(imported.map(rowOf))}\n`);
      process.stderr.write(
        `${written.length} rules written to ${options.to}, ${imported.length - written.length} invalid (OpenGrep ${version})\n`,
      );
    },
  );
}

function lineOf({ rule, status, reason, counts }: ImportedRule): object {
  return { id: rule.id, side: rule.side, status, reason, counts };
}

function rowOf({ rule, status, counts, reason }: ImportedRule): readonly string[] {
  return [rule.id, rule.side, status, countText(counts.base), countText(counts.golden), reason];
}

function countText(count: number | null): string {
  return count === null ? '-' : String(count);
}
