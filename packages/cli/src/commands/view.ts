import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { startViewer } from '@refbench/web';
import { document } from '../command-line/command/refbench-command.ts';
import { probeFolder } from '../command-line/path-option.ts';
import { portNumber } from '../options/number-options.ts';
import { addFolderOption } from '../options/workspace-options.ts';

interface Options {
  readonly runsDir: string;
  readonly instancesDir: string;
  readonly port: number;
}

/** Adds `view`, which serves the runs of a folder as pages. */
export function addViewCommand(program: Command): void {
  const command = program
    .command('view')
    .description('show all runs in a browser, and follow those that go on')
    .argument('[dir]', 'folder of runs (default: --runs-dir)')
    .option('--port <number>', 'port on 127.0.0.1; 0 chooses a free one', portNumber, 0);
  addFolderOption(command, 'runs', 'read');
  addFolderOption(command, 'instances', 'read').action(
    async (dir: string | undefined, { runsDir, instancesDir, port }: Options) => {
      if (dir !== undefined) await probeFolder('the folder of runs', dir);
      await using viewer = await startViewer({
        runsDir: resolve(dir ?? runsDir),
        instancesDir: resolve(instancesDir),
        port,
      });
      // Whoever reads the address may stop the viewer at once, so signals are handled before it is printed.
      const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      process.stdout.write(`${viewer.url}\n`);
      process.stderr.write('stop with Ctrl-C\n');
      await stopped;
    },
  );
  document(command, {
    output: 'Prints the address on standard output, and runs until Ctrl-C.',
    exits: [],
    examples: [
      ['refbench view', 'show the runs in runs/'],
      ['refbench view other-runs --port 8080', 'show the runs of another folder on a fixed port'],
    ],
  });
}
