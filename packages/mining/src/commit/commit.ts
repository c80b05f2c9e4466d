import { z } from 'zod';

/** `owner/name`, safe for use in a path, a URL and a query. */
export const repositoryNameSchema = z
  .string()
  .max(140)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9._-]+$/)
  .refine((name) => !name.split('/').some((part) => part === '.' || part === '..'));

export const commitIdSchema = z.string().regex(/^[0-9a-f]{40}$/);

/** The source of a list of changed paths determines whether a rename counts as one path or two. */
const pathCountSchema = z.strictObject({
  count: z.int().nonnegative(),
  rename_is: z.union([z.literal(1), z.literal(2)]),
});

/** A commit found by a source. It contains only what the source provides. */
export const commitSchema = z.strictObject({
  repository: repositoryNameSchema,
  /** GitHub's numeric id, which does not change if the repository is renamed. */
  repository_id: z.int().nonnegative().optional(),
  /** Number of the pull request. */
  number: z.int().positive().optional(),
  golden: commitIdSchema.optional(),
  /** First parent of golden. */
  base: commitIdSchema.optional(),
  /** `unknown`: the pull request was closed, but the source does not say whether it was merged. */
  merged: z.enum(['yes', 'unknown']),
  merged_at: z.string().max(40).optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  /** Number of stars at the time of the event, if the source provides it. */
  stars: z.int().nonnegative().optional(),
  language: z.string().max(60).optional(),
  paths: pathCountSchema.optional(),
  /** The user specified this repository, so it needs no minimum number of stars. */
  chosen: z.boolean(),
});

export type Commit = z.infer<typeof commitSchema>;

/**
 * Maximum length of a body. Longer ones are truncated, because they usually contain pasted logs.
 */
export const MAX_BODY = 20_000;

/**
 * Keys that identify a commit: the pull request and the commit id. Two findings with a common key
 * are the same commit.
 */
export function commitKeys(commit: Commit): readonly string[] {
  const { repository, repository_id, number, golden } = commit;
  return [
    ...(number === undefined ? [] : [`${repository_id ?? repository.toLowerCase()}#${number}`]),
    ...(golden === undefined ? [] : [golden]),
  ];
}
