import { join } from 'node:path';
import type { Command } from 'commander';
import { exists } from '@refbench/base';
import { EXIT_CODES } from '@refbench/contracts';
import { filterEntries, listInstances } from '@refbench/instances';
import { NO_DATASET } from '../../actions/first-steps.ts';
import {
  addSelectionOptions,
  selectionOf,
  type SelectionOptions,
} from '../../options/selection-options.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions {
  readonly json: boolean;
}

export function addInstanceListCommand(
  instance: Command,
  setExitCode: (code: number) => void,
): void {
  const list = instance
    .command('list')
    .description('list instances')
    .argument('[instance...]', 'ids, globs or sets (default: all)')
    .option('--json', 'print JSON lines on standard output', false);
  const places = addWorkspaceOptions(addSelectionOptions(list), { instances: 'read' });
  places.action(async (patterns: readonly string[], options: Options) => {
    const workspace = workspaceOf(options);
    const { entries: all, broken } = await listInstances(workspace);
    const wanted = selectionOf(patterns.length === 0 ? ['*'] : patterns, options);
    const entries = all.length === 0 ? [] : await filterEntries(workspace, all, wanted);
    for (const { reason } of broken) process.stderr.write(`not listed: ${terminalText(reason)}\n`);
    if (broken.length > 0) setExitCode(EXIT_CODES['invalid-file']);
    if (options.json) {
      for (const entry of entries) process.stdout.write(`${JSON.stringify(entry.instance)}\n`);
      return;
    }
    const rows = entries.map(({ instance: { id, language, category, repository, no_tests } }) => [
      id,
      language,
      category,
      repository.name,
      no_tests === undefined ? '' : 'no tests',
    ]);
    process.stdout.write(
      `${textTable([['instance', 'language', 'category', 'repository', ''], ...rows])}\n`,
    );
    const isInstalled = await exists(join(workspace.instancesDir, 'dataset.yaml'));
    if (!isInstalled) process.stderr.write(`${NO_DATASET}\n`);
  });
}
