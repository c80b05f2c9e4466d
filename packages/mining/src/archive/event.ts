import { z } from 'zod';
import { commitIdSchema, MAX_BODY, repositoryNameSchema, type Commit } from '../commit/commit.ts';

// Fields that are absent in an era or malformed are undefined, so that one odd field does not lose
// the event.
const count = z.int().nonnegative().optional().catch(undefined);
const text = z.string().optional().catch(undefined);

const repositorySchema = z
  .object({
    id: count,
    name: text,
    full_name: text,
    language: text,
    stargazers_count: count,
    watchers_count: count,
    watchers: count,
    stargazers: count,
    /** A string from 2012 to 2014, an object since then. */
    owner: z.unknown().optional(),
  })
  .optional()
  .catch(undefined);

const pullRequestSchema = z
  .object({
    number: count,
    title: text,
    body: text,
    url: text,
    html_url: text,
    merged: z.boolean().optional().catch(undefined),
    merged_at: z.string().nullable().optional().catch(undefined),
    merge_commit_sha: text,
    changed_files: count,
    base: z.object({ repo: repositorySchema }).optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

const eventSchema = z.object({
  type: z.literal('PullRequestEvent'),
  created_at: text,
  /** Used since 2015 and in the first year. */
  repo: repositorySchema,
  /** Used from 2012 to 2014. */
  repository: repositorySchema,
  payload: z.object({ action: text, number: count, pull_request: pullRequestSchema }),
});

type PullRequestEvent = z.infer<typeof eventSchema>;

/**
 * Returns whether a pull request was merged, for every era of the archive. From 2012 to September
 * 2025 a merge is `closed` with a flag. From December 2025 on it is the action `merged`. In
 * between, and before the flag was introduced in 2012, the event does not say.
 */
function mergeOf({ payload }: PullRequestEvent): Commit['merged'] | 'no' {
  const { action, pull_request } = payload;
  if (action === 'merged') return 'yes';
  if (action !== 'closed') return 'no';
  const { merged, merged_at } = pull_request ?? {};
  if (merged !== undefined) return merged ? 'yes' : 'no';
  if (merged_at !== undefined) return merged_at === null ? 'no' : 'yes';
  return 'unknown';
}

export type EventReading =
  | { readonly kind: 'commit'; readonly commit: Commit; readonly at: string | undefined }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable' };

/** Parses one line of an hour file. */
export function readEvent(line: string): EventReading {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'unreadable' };
  }
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) return { kind: 'other' };
  const event = parsed.data;
  const merged = mergeOf(event);
  if (merged === 'no') return { kind: 'other' };
  const repository = repositoryNameSchema.safeParse(repositoryName(event));
  if (!repository.success) return { kind: 'unreadable' };
  return { kind: 'commit', commit: commitOf(event, merged, repository.data), at: event.created_at };
}

function commitOf(event: PullRequestEvent, merged: Commit['merged'], repository: string): Commit {
  const pull = event.payload.pull_request;
  const base = pull?.base?.repo;
  const golden = commitIdSchema.safeParse(pull?.merge_commit_sha);
  const number = event.payload.number ?? pull?.number;
  const stars =
    base?.stargazers_count ??
    base?.watchers_count ??
    base?.watchers ??
    event.repository?.stargazers ??
    event.repository?.watchers;
  const id = event.repo?.id ?? event.repository?.id ?? base?.id;
  const language = base?.language ?? event.repository?.language;
  const files = pull?.changed_files;
  return definedOnly({
    repository,
    repository_id: id,
    number: number === 0 ? undefined : number,
    golden: golden.success ? golden.data : undefined,
    merged,
    merged_at: (pull?.merged_at ?? event.created_at)?.slice(0, 40),
    title: pull?.title,
    // A pull request without a description has a null body. If the era has no texts, the title is
    // absent too.
    body: pull?.title === undefined ? undefined : (pull.body ?? '').slice(0, MAX_BODY),
    stars,
    language: language?.slice(0, 60),
    paths: files === undefined ? undefined : { count: files, rename_is: 1 as const },
    chosen: false,
  });
}

/**
 * The name of the repository at the time of the event. Some events of the first year contain it
 * only in a URL.
 */
function repositoryName({ repo, repository, payload }: PullRequestEvent): string | undefined {
  if (repo?.name !== undefined && /^[^/]+\/[^/]+$/.test(repo.name)) return repo.name;
  if (repository?.name !== undefined && typeof repository.owner === 'string') {
    return `${repository.owner}/${repository.name}`;
  }
  const { base, url, html_url } = payload.pull_request ?? {};
  if (base?.repo?.full_name !== undefined) return base.repo.full_name;
  return /(?:github\.com|\/repos)\/([^/]+\/[^/]+)\/pulls?\/\d+/.exec(html_url ?? url ?? '')?.[1];
}

function definedOnly(commit: { readonly [K in keyof Commit]: Commit[K] | undefined }): Commit {
  const defined = Object.entries(commit).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Commit;
}
