import { once } from 'node:events';
import { InvalidArgumentError, type Command } from 'commander';
import { parseServerScript, startModelServer } from '@refbench/models';

interface ModelServerCommandOptions {
  readonly script: string;
  readonly port: number;
}

export function addDevCommand(program: Command): void {
  const dev = program.command('dev').description('tools for work on refbench and on agents');
  dev
    .command('model-server')
    .description('a provider that plays a script in all four protocols, until Ctrl-C')
    .requiredOption('--script <file>', 'what it answers, as YAML')
    .option('--port <number>', 'on 127.0.0.1; 0 takes any that is free', portOf, 0)
    .action(async ({ script, port }: ModelServerCommandOptions) => {
      await using server = await startModelServer({
        script: await parseServerScript(script),
        port,
      });
      process.stdout.write(`${server.url}\n`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    });
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('a port is a number below 65536');
}
