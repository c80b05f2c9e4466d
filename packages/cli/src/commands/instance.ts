import { Option, type Command } from 'commander';
import { instanceSchema, type Instance } from '@refbench/contracts';
import { addInstance, selectInstances } from '@refbench/runner';
import { textTable } from '../terminal-text.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addInstanceCommand(program: Command): void {
  const instance = program.command('instance').description('the instances at hand');
  addAddCommand(instance);
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

interface AddOptions extends WorkspaceOptions {
  readonly repo: string;
  readonly golden: string;
  readonly url?: string;
  readonly language?: Instance['language'];
}

function addAddCommand(instance: Command): void {
  const add = instance
    .command('add')
    .description('write instance.yaml of a commit; base is its first parent')
    .requiredOption('--repo <owner/name>', 'the repository, also its key into --mirror')
    .requiredOption('--golden <commit>', 'the refactoring commit, 40 hex digits')
    .option('--url <url>', 'address of the repository (default: on GitHub)')
    .addOption(
      new Option('--language <language>', 'default: that of most files the commit changes').choices(
        instanceSchema.shape.language.options,
      ),
    );
  addWorkspaceOptions(add).action(async (options: AddOptions) => {
    const { repo, golden, url, language } = options;
    const added = await addInstance({
      workspace: workspaceOf(options),
      repository: repo,
      golden,
      url,
      language,
      signal: AbortSignal.timeout(600_000),
    });
    process.stdout.write(`${added.instance.id}\n`);
    process.stderr.write(`${added.dir}\nStill missing:\n`);
    for (const thing of added.missing) process.stderr.write(`  ${thing}\n`);
  });
}
