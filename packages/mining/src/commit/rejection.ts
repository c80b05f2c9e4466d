import { z } from 'zod';

/** Why a commit was rejected: a code for statistics and a detail for people. */
export const rejectionSchema = z.strictObject({
  stage: z.enum(['first', 'second', 'third', 'selection']),
  code: z.enum([
    'unmerged',
    'stars',
    'paths',
    'veto-word',
    'no-keyword',
    'keyword-ratio',
    'duplicate',
    'rank',
    'unreachable',
    'unreadable-diff',
    'code-files',
    'band-lines',
    'band-files',
    'message-score',
    'diff-score',
    'no-answer',
    'repository-cap',
    'language-quota',
    'language',
    'licence',
  ]),
  detail: z.string(),
});

export type Rejection = z.infer<typeof rejectionSchema>;
