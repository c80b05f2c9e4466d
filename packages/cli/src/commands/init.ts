import { resolve } from 'node:path';
import type { Command } from 'commander';
import { document } from '../command-line/command/refbench-command.ts';
import { probeWritable } from '../command-line/path-option.ts';
import { makeWorkspace } from '../actions/make-workspace.ts';

export function addInitCommand(program: Command): void {
  const command = program
    .command('init')
    .description('create a workspace with the bundled instance and an example agent')
    .argument('[dir]', 'folder of the workspace', '.')
    .action(async (dir: string) => {
      await probeWritable('dir', dir);
      const added = await makeWorkspace(resolve(dir));
      process.stderr.write(added.map((path) => `added ${path}\n`).join(''));
      process.stderr.write(
        added.length === 0 ? 'this folder is already a workspace\n' : nextSteps(dir),
      );
    });
  document(command, {
    output:
      'Writes files to the folder and keeps existing files. Lists the new files on standard error.',
    exits: ['disk'],
    examples: [
      ['refbench init', 'create a workspace in this folder'],
      ['refbench init my-benchmark', 'create a workspace in a new folder'],
    ],
  });
}

function nextSteps(dir: string): string {
  const enter = dir === '.' ? '' : `      cd ${dir}\n`;
  return `
Next:
${enter}      refbench quickstart
      refbench run --agent ./agents/example --instances 'refbench__*'
      refbench dataset pull                 installs all published instances
`;
}
