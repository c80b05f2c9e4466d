import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from '../command-line/completion.ts';
import { document } from '../command-line/command/refbench-command.ts';

export function addCompletionCommand(program: Command, allCommands: () => Promise<Command>): void {
  const command = program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(await allCommands(), shell));
    });
  document(command, {
    output: 'Prints the script on standard output.',
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
    ],
  });
}
