import type { Command } from 'commander';
import { selectInstances } from '@refbench/runner';
import { textTable } from '../terminal-text.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addInstanceCommand(program: Command): void {
  const instance = program.command('instance').description('the instances at hand');
  const list = instance
    .command('list')
    .description('one line an instance')
    .option('--json', 'as JSON lines on standard output', false);
  addWorkspaceOptions(list).action(async (options: Options) => {
    const entries = await selectInstances(workspaceOf(options), ['*']);
    if (options.json) {
      for (const entry of entries) process.stdout.write(`${JSON.stringify(entry.instance)}\n`);
      return;
    }
    const rows = entries.map(({ instance: { id, language, category, repository } }) => [
      id,
      language,
      category,
      repository.name,
    ]);
    process.stdout.write(
      `${textTable([['instance', 'language', 'category', 'repository'], ...rows])}\n`,
    );
  });
}
