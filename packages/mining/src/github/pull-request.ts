import { parseJson } from '@refbench/base';
import { z } from 'zod';
import { commitIdSchema, MAX_BODY, type Commit } from '../commit/commit.ts';
import type { GithubClient } from './github-client.ts';

/** A pull request as the API describes it. `gone`: it was deleted, is private or never existed. */
export const pullRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pull-request'),
    merged: z.boolean(),
    merged_at: z.string().optional(),
    golden: commitIdSchema.optional(),
    title: z.string(),
    body: z.string(),
    changed_files: z.int(),
    stars: z.int(),
    language: z.string().optional(),
    repository_id: z.int().optional(),
  }),
  z.strictObject({ kind: z.literal('gone') }),
]);

export type PullRequest = z.infer<typeof pullRequestSchema>;

export interface PullRequestRef {
  readonly repository: string;
  readonly number: number;
}

const restSchema = z.object({
  merged: z.boolean(),
  merged_at: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  title: z.string(),
  body: z.string().nullable(),
  changed_files: z.int(),
  base: z.object({
    repo: z.object({ id: z.int(), stargazers_count: z.int(), language: z.string().nullable() }),
  }),
});

/** Requests one pull request. Works without a token, up to sixty times per hour. */
export async function fetchByRest(
  client: GithubClient,
  { repository, number }: PullRequestRef,
  etag?: string,
): Promise<{ readonly found: PullRequest | 'unchanged'; readonly etag: string | undefined }> {
  const answer = await client.ask({ path: `/repos/${repository}/pulls/${number}`, etag });
  if (answer.status === 304) return { found: 'unchanged', etag: answer.etag ?? etag };
  if (answer.status !== 200) return { found: { kind: 'gone' }, etag: undefined };
  const parsed = parseJson(answer.text, restSchema);
  if (parsed.kind === 'invalid') return { found: { kind: 'gone' }, etag: undefined };
  const { base, merge_commit_sha, merged, merged_at, title, body, changed_files } = parsed.value;
  const found = pullRequest({
    merged,
    merged_at,
    golden: merge_commit_sha,
    title,
    body: body ?? '',
    changed_files,
    stars: base.repo.stargazers_count,
    language: base.repo.language,
    repository_id: base.repo.id,
  });
  return { found, etag: answer.etag };
}

const nodeSchema = z
  .object({
    stargazerCount: z.int(),
    databaseId: z.int(),
    primaryLanguage: z.object({ name: z.string() }).nullable(),
    pullRequest: z
      .object({
        merged: z.boolean(),
        mergedAt: z.string().nullable(),
        mergeCommit: z.object({ oid: z.string() }).nullable(),
        title: z.string(),
        bodyText: z.string(),
        changedFiles: z.int(),
      })
      .nullable(),
  })
  .nullable();

const graphqlSchema = z.object({ data: z.record(z.string(), nodeSchema).nullable().optional() });

const FIELDS =
  'stargazerCount databaseId primaryLanguage { name } pullRequest(number: $n) { merged mergedAt mergeCommit { oid } title bodyText changedFiles }';

/**
 * Requests many pull requests at once, each under an alias. Those that the API does not find are
 * `gone`.
 */
export async function fetchByGraphql(
  client: GithubClient,
  asked: readonly PullRequestRef[],
): Promise<readonly (PullRequest | undefined)[]> {
  const variables: Record<string, string | number> = {};
  const declared: string[] = [];
  const parts = asked.map(({ repository, number }, at) => {
    const [owner = '', name = ''] = repository.split('/');
    Object.assign(variables, { [`o${at}`]: owner, [`r${at}`]: name, [`n${at}`]: number });
    declared.push(`$o${at}: String!, $r${at}: String!, $n${at}: Int!`);
    const fields = FIELDS.replace('$n', `$n${at}`);
    return `p${at}: repository(owner: $o${at}, name: $r${at}) { ${fields} }`;
  });
  const query = `query(${declared.join(', ')}) { ${parts.join(' ')} }`;
  const answer = await client.ask({ path: '/graphql', body: { query, variables } });
  const parsed = parseJson(answer.text, graphqlSchema);
  const data = parsed.kind === 'valid' ? parsed.value.data : undefined;
  // A response without data is inconclusive. The pull requests are then requested individually.
  return asked.map((_, at) =>
    data === undefined || data === null ? undefined : readNode(data[`p${at}`]),
  );
}

function readNode(node: z.infer<typeof nodeSchema> | undefined): PullRequest {
  if (node === null || node === undefined || node.pullRequest === null) return { kind: 'gone' };
  const { merged, mergedAt, mergeCommit, title, bodyText, changedFiles } = node.pullRequest;
  return pullRequest({
    merged,
    merged_at: mergedAt,
    golden: mergeCommit?.oid ?? null,
    title,
    body: bodyText,
    changed_files: changedFiles,
    stars: node.stargazerCount,
    language: node.primaryLanguage?.name ?? null,
    repository_id: node.databaseId,
  });
}

interface Fields {
  readonly merged: boolean;
  readonly merged_at: string | null;
  readonly golden: string | null;
  readonly title: string;
  readonly body: string;
  readonly changed_files: number;
  readonly stars: number;
  readonly language: string | null;
  readonly repository_id: number;
}

function pullRequest({ merged_at, golden, language, body, ...rest }: Fields): PullRequest {
  const commit = commitIdSchema.safeParse(golden);
  return {
    kind: 'pull-request',
    ...rest,
    body: body.slice(0, MAX_BODY),
    ...(merged_at === null ? {} : { merged_at }),
    ...(commit.success ? { golden: commit.data } : {}),
    ...(language === null ? {} : { language }),
  };
}

/** Adds the fields from the API to a commit. Undefined if the pull request was not merged. */
export function complete(commit: Commit, pull: PullRequest): Commit | undefined {
  if (pull.kind === 'gone' || !pull.merged) return undefined;
  const { golden, title, body, stars, language, repository_id, merged_at } = pull;
  return {
    ...commit,
    merged: 'yes',
    title,
    body,
    // The current number, because the API does not provide the number at the time of the event.
    stars: commit.stars ?? stars,
    paths: { count: pull.changed_files, rename_is: 1 },
    ...(golden === undefined ? {} : { golden }),
    ...(language === undefined ? {} : { language }),
    ...(repository_id === undefined ? {} : { repository_id }),
    ...(merged_at === undefined ? {} : { merged_at }),
  };
}
