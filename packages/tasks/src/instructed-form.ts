import { z } from 'zod';

/** The parts of an instructed text. */
export const instructedSchema = z.strictObject({
  title: z.string().min(3).max(120),
  summary: z.string().min(20),
  why: z.string().min(10),
  scope: z.array(z.string().min(5)).min(1),
  keep: z.array(z.string().min(3)),
});

type Instructed = z.infer<typeof instructedSchema>;

/** Renders the parts as Markdown. */
export function renderInstructed({ title, summary, why, scope, keep }: Instructed): string {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
  const kept = keep.length === 0 ? '' : `\n## What stays\n\n${list(keep)}\n`;
  return `# ${title}\n\n${summary}\n\n## Why\n\n${why}\n\n## Scope\n\n${list(scope)}\n${kept}`;
}
