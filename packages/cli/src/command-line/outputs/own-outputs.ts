import { instanceIdSchema } from '@refbench/contracts';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count } from './output-parts.ts';

const step = z.enum(['source', 'texts', 'rules', 'environment', 'admission']);

const candidate = z.strictObject({
  id: instanceIdSchema.optional().describe('Absent before the first step.'),
  title: z.string(),
  kind: z.enum(['commit', 'merge', 'range']),
  commits: z.array(z.string()).describe('Abbreviated.'),
  date: z.string(),
  language: z.string(),
  evidence: z.array(z.string()).describe('Why the commit is a candidate.'),
  stage: z.enum(['waiting', 'working', 'admitted', 'dropped']),
  steps: z.array(z.strictObject({ step, note: z.string() })),
  loss: z
    .strictObject({
      step,
      reason: z.string(),
      advice: z.string().optional().describe('What would save the candidate.'),
    })
    .optional(),
  minutes: z.number().min(0),
  message: z.string().optional(),
});

/** Output of `refbench own --json`. */
export const OWN_SET_OUTPUT: JsonOutput = {
  form: 'object',
  description: 'The instances of a repository of your own, and what became of each candidate.',
  schema: z.strictObject({
    name: z.string(),
    want: count,
    end: z
      .enum(['enough', 'time', 'candidates', 'interrupted', 'failed'])
      .describe('Why the command ended.'),
    read: count.describe('Number of commits that were read.'),
    isShallow: z
      .boolean()
      .describe('Whether the repository is a shallow clone, which lacks the start of the history.'),
    rejected: z
      .array(z.strictObject({ commit: z.string(), title: z.string(), reason: z.string() }))
      .describe('Commits that were looked at and are no candidates.'),
    candidates: z.array(candidate),
  }),
};
