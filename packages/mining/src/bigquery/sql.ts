import type { Definition } from '../event-filter/definition.ts';
import { expressionOf } from '../event-filter/keywords.ts';
import type { Keyword } from '../event-filter/keyword.ts';

/**
 * Returns a query for every merge that can pass the first stage, from the archive's tables. Its
 * conditions are necessary, not sufficient: the rows are filtered again by the rules that apply to
 * every source.
 */
export function archiveSql(tables: readonly string[], definition: Definition): string {
  const { min_stars, min_paths } = definition.thresholds.first;
  const sources = tables.map(
    (table) =>
      `  SELECT repo, created_at, payload FROM \`${table}\` WHERE type = 'PullRequestEvent'`,
  );
  return `WITH events AS (
${sources.join('\n  UNION ALL\n')}
), pulls AS (
  SELECT
    repo.id AS repository_id,
    repo.name AS repository,
    SAFE_CAST(JSON_VALUE(payload, '$.number') AS INT64) AS number,
    JSON_VALUE(payload, '$.action') AS action,
    JSON_VALUE(payload, '$.pull_request.merged') AS merged,
    FORMAT_TIMESTAMP('%FT%TZ', created_at) AS merged_at,
    JSON_VALUE(payload, '$.pull_request.merge_commit_sha') AS golden,
    JSON_VALUE(payload, '$.pull_request.title') AS title,
    COALESCE(JSON_VALUE(payload, '$.pull_request.body'), '') AS body,
    SAFE_CAST(JSON_VALUE(payload, '$.pull_request.changed_files') AS INT64) AS changed_files,
    COALESCE(
      SAFE_CAST(JSON_VALUE(payload, '$.pull_request.base.repo.stargazers_count') AS INT64),
      SAFE_CAST(JSON_VALUE(payload, '$.pull_request.base.repo.watchers') AS INT64)
    ) AS stars,
    JSON_VALUE(payload, '$.pull_request.base.repo.language') AS language
  FROM events
)
SELECT * EXCEPT (action, merged), IF(action = 'merged' OR merged = 'true', 'yes', 'unknown') AS merged
FROM pulls
WHERE (action = 'merged' OR (action = 'closed' AND (merged = 'true' OR merged IS NULL)))
  AND (stars IS NULL OR stars >= ${min_stars})
  -- A rename counts as two paths and one changed file.
  AND (changed_files IS NULL OR 2 * changed_files >= ${min_paths})
  AND (title IS NULL OR (${mentions("CONCAT(title, '\\n', body)", positives(definition))}))
  AND (title IS NULL OR NOT (${mentions('title', definition.keywords.negative.strong)}))
QUALIFY ROW_NUMBER() OVER (PARTITION BY repository_id, number ORDER BY merged_at) = 1
`;
}

/**
 * Returns the same query for the tables of GitHub's activity data, which contain commits but no
 * stars.
 */
export function activitySql(
  years: { readonly from: number; readonly to: number },
  definition: Definition,
): string {
  const { min_paths } = definition.thresholds.first;
  return `SELECT
  repo_name[SAFE_OFFSET(0)] AS repository,
  commit AS golden,
  parent[SAFE_OFFSET(0)] AS base,
  FORMAT_TIMESTAMP('%FT%TZ', TIMESTAMP_SECONDS(committer.date.seconds)) AS merged_at,
  subject AS title,
  message AS body,
  -- A truncated list shows only that there are many.
  IF(difference_truncated, NULL, ARRAY_LENGTH(difference)) AS paths
FROM \`bigquery-public-data.github_repos.commits\`
WHERE EXTRACT(YEAR FROM TIMESTAMP_SECONDS(committer.date.seconds)) BETWEEN ${years.from} AND ${years.to}
  AND ARRAY_LENGTH(parent) > 0
  AND (difference_truncated OR ARRAY_LENGTH(difference) >= ${min_paths})
  AND (${mentions('message', positives(definition))})
  AND NOT (${mentions('subject', definition.keywords.negative.strong)})
`;
}

function positives({ keywords: { positive } }: Definition): readonly Keyword[] {
  return [...positive.strong, ...positive.weak];
}

/** Keywords are lower-case words, so a raw string can contain their expressions. */
function mentions(column: string, keywords: readonly Keyword[]): string {
  const [first = '(?!)', ...rest] = keywords.map(expressionOf);
  return `REGEXP_CONTAINS(${column}, r'(?i)${[first, ...rest].join('|')}')`;
}
