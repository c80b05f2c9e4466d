import { Argument, type Command } from 'commander';
import {
  completionScript,
  isShell,
  LISTED_VALUES,
  SHELLS,
  type ListedValues,
  type Shell,
} from '../command-line/completion.ts';
import { listValues } from '../actions/completion-values.ts';
import { document } from '../command-line/command/refbench-command.ts';

export function addCompletionCommand(program: Command, allCommands: () => Promise<Command>): void {
  const command = program
    .command('completion')
    .description('print the completion script for a shell, or values that it offers')
    .addArgument(
      new Argument('<shell>', 'the shell, or the values to list').choices([
        ...SHELLS,
        ...LISTED_VALUES,
      ]),
    )
    .action(async (what: Shell | ListedValues) => {
      const text = isShell(what)
        ? completionScript(await allCommands(), what)
        : (await listValues(what)).map((value) => `${value}\n`).join('');
      process.stdout.write(text);
    });
  document(command, {
    output: 'Prints the script, or one value per line, on standard output.',
    exits: [],
    examples: [
      [
        'refbench completion bash > ~/.local/share/bash-completion/completions/refbench',
        'install the completion for bash',
      ],
      [
        'refbench completion zsh > ~/.zsh/completions/_refbench',
        'install it for zsh, in a folder of fpath',
      ],
      [
        'refbench completion fish > ~/.config/fish/completions/refbench.fish',
        'install it for fish',
      ],
      ['refbench completion models', 'list the models that have a price'],
    ],
  });
}
