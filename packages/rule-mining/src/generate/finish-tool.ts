import type { Tool } from '@refbench/models';
import { z } from 'zod';

const schema = z.strictObject({
  summary: z.string().max(4_000).describe('what the rules cover, and what they leave out'),
});

/** The tool with which a model says that it is done. */
export function finishTool(say: (text: string) => void): Tool {
  return {
    name: 'finish',
    description: 'Ends the work. The registered rules are kept.',
    schema,
    async run(input) {
      const { summary } = schema.parse(input);
      say(`finish ${summary}`);
      return { text: 'Done.', ends: true };
    },
  };
}
