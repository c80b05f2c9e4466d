import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { openTree } from '@refbench/repos';
import { loadRules, openEngines, scanOpenedTree, type ScanResult } from '@refbench/rule-engine';
import { terminalText } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly includeIgnored: boolean;
  readonly json: boolean;
}

export function addRulesScanCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('scan <rules> <tree>')
    .description('list all matches in a tree: a folder, or <git dir or owner/name>@<commit>')
    .option('--include-ignored', 'also scan files of a work tree that git ignores', false)
    .option('--json', 'print one JSON object per match on standard output', false);
  addWorkspaceOptions(command).action(async (path: string, place: string, options: Options) => {
    const { mirror, stateDir, opengrep } = workspaceOf(options);
    const loading = loadRules(path, { cacheDir: join(stateDir, 'rules') });
    const engines = openEngines({ stateDir, program: opengrep });
    const cacheDir = join(stateDir, 'repositories');
    const skipIgnored = !options.includeIgnored;
    // A failure is reported below, where the promise is awaited.
    loading.catch(() => undefined);
    await using tree = await openTree(place, { mirror, cacheDir, skipIgnored });
    const all = await loading;
    const scan = await scanOpenedTree(all, tree, { engines, cacheDir: join(stateDir, 'matches') });
    for (const witness of scan.witnesses) {
      const { rule, file, start } = witness;
      const line = `${terminalText(file)}:${start.line}:${start.column}  ${rule}`;
      process.stdout.write(`${options.json ? JSON.stringify(witness) : line}\n`);
    }
    const skipped = [...tree.unreadable, ...scan.skipped];
    report({ ...scan, skipped });
    if (scan.errors.length > 0) setExitCode(EXIT_CODES['infra-incomplete']);
  });
}

/** Reports why a rule without a match may still match: skipped files, errors and syntax errors. */
function report({ witnesses, skipped, errors, broken }: ScanResult): void {
  const lines = [
    ...skipped.map(({ file, reason }) => `not scanned: ${file}: ${reason}`),
    ...broken.map((file) => `syntax error: ${file}`),
    ...errors.map(({ rule, file, reason }) => {
      const what = [rule === null ? '' : `rule ${rule}`, file].filter((part) => part !== '');
      return `error: ${what.join(': ')}: ${reason}`;
    }),
    `${witnesses.length} matches, ${errors.length} errors`,
  ];
  process.stderr.write(`${lines.map(terminalText).join('\n')}\n`);
}
