import type { Tool } from '@refbench/models';
import { z } from 'zod';
import { checkCommand, MAX_COMMAND_CHARACTERS } from './explore-command.ts';
import type { Explorer } from './explorer.ts';
import { PROGRAMS } from './program-rules.ts';
import { TREE } from './tree-path.ts';

const schema = z.strictObject({
  command: z
    .string()
    .max(MAX_COMMAND_CHARACTERS)
    .describe("for example: rg -n 'old\\(' src | head"),
});

/** The tool with which a model reads base. A command that may not run is refused with the reason. */
export function exploreTool(explorer: Explorer, say: (text: string) => void): Tool {
  return {
    name: 'explore',
    description: `Runs one read-only command on base, in ${TREE}: ${[...PROGRAMS.keys()].join(', ')}, and pipes of them. Nothing else is available: no other program, no redirection, no substitution, no path outside of the tree.`,
    schema,
    async run(input, signal) {
      const { command } = schema.parse(input);
      const checked = checkCommand(command);
      say(`explore${checked.kind === 'refused' ? ' (refused)' : ''} ${command}`);
      if (checked.kind === 'refused') return { text: `Refused: ${checked.reason}.` };
      return { text: await explorer.run(checked.script, signal) };
    },
  };
}
