import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeFileAtomic } from '@refbench/base';
import { parseServerScript, startModelServer } from '@refbench/models/scripted-provider';
import { commandsPage, jsonOutputPage } from '../command-line/pages.ts';
import { document } from '../command-line/command/refbench-command.ts';
import { portNumber } from '../options/number-options.ts';

interface ModelServerCommandOptions {
  readonly script: string;
  readonly port: number;
}

export function addDevCommand(program: Command, allCommands: () => Promise<Command>): void {
  const dev = program.command('dev').description('tools for developing refbench and agents');
  addDocsCommand(dev, allCommands);
  dev
    .command('model-server')
    .description('start a model provider with scripted answers in all four protocols')
    .requiredOption('--script <file>', 'scripted answers, as YAML')
    .option('--port <number>', 'port on 127.0.0.1; 0 chooses a free one', portNumber, 0)
    .action(async ({ script, port }: ModelServerCommandOptions) => {
      await using server = await startModelServer({
        script: await parseServerScript(script),
        port,
      });
      // Whoever reads the address may stop the server at once, so signals are handled before it is printed.
      const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      process.stdout.write(`${server.url}\n`);
      await stopped;
    });
}

/** The pages that are generated from the code, by their paths in the repository. */
export function generatedPages(program: Command): ReadonlyMap<string, string> {
  return new Map([
    ['docs/commands.md', commandsPage(program)],
    ['docs/json-output.md', jsonOutputPage(program)],
  ]);
}

function addDocsCommand(dev: Command, allCommands: () => Promise<Command>): void {
  const docs = dev
    .command('docs')
    .description('generate the pages of docs/ that describe the code')
    .option('--out <dir>', 'root of the repository', '.')
    .action(async ({ out }: { readonly out: string }) => {
      const pages = generatedPages(await allCommands());
      for (const [path, text] of pages) await writeFileAtomic(join(out, path), text);
    });
  document(docs, {
    output: 'Writes pages to `<out>/docs`.',
    exits: ['disk'],
    examples: [['refbench dev docs', 'update the pages after changing a command or a schema']],
  });
}
