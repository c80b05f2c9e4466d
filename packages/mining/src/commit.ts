import { z } from 'zod';

/** `owner/name`: what may stand in a path, an address and a query. */
export const repositoryNameSchema = z
  .string()
  .max(140)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9._-]+$/)
  .refine((name) => !name.split('/').some((part) => part === '.' || part === '..'));

export const commitIdSchema = z.string().regex(/^[0-9a-f]{40}$/);

/** Where a list of changed paths comes from decides how it counts a rename: as two paths, or as one. */
const pathCountSchema = z.strictObject({
  count: z.int().nonnegative(),
  rename_is: z.union([z.literal(1), z.literal(2)]),
});

/** A commit that a source found: what it knows, and nothing else. */
export const commitSchema = z.strictObject({
  repository: repositoryNameSchema,
  /** GitHub's number, which survives a rename of the repository. */
  repository_id: z.int().nonnegative().optional(),
  /** Of the pull request. */
  number: z.int().positive().optional(),
  golden: commitIdSchema.optional(),
  /** First parent of golden. */
  base: commitIdSchema.optional(),
  /** `unknown`: the source saw a pull request close, not how. */
  merged: z.enum(['yes', 'unknown']),
  merged_at: z.string().max(40).optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  /** At the time of the event, where the source tells. */
  stars: z.int().nonnegative().optional(),
  language: z.string().max(60).optional(),
  paths: pathCountSchema.optional(),
  /** Somebody named this repository: it needs no stars to be looked at. */
  chosen: z.boolean(),
});

export type Commit = z.infer<typeof commitSchema>;

/** Longer bodies are cut: nobody describes a change in more, and logs get pasted. */
export const MAX_BODY = 20_000;

/** What makes two findings the same commit: the pull request, or the commit itself. */
export function commitKeys(commit: Commit): readonly string[] {
  const { repository, repository_id, number, golden } = commit;
  return [
    ...(number === undefined ? [] : [`${repository_id ?? repository.toLowerCase()}#${number}`]),
    ...(golden === undefined ? [] : [golden]),
  ];
}
