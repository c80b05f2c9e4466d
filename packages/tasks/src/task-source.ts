import { parseJson } from '@refbench/base';
import type { ParsedPatch } from '@refbench/repos';
import { z } from 'zod';
import { diffExcerpt, messageProse, splitMessage, type GithubClient } from '@refbench/mining';
import { linkedNumbers } from './linked-numbers.ts';

/** Everything that is known about a change. */
export interface TaskSource {
  /** Message of the golden commit. */
  readonly message: string;
  readonly patch: ParsedPatch;
  /** Texts of the pull request and of related issues, each with its title. */
  readonly discussions: readonly string[];
}

const MAX_DISCUSSIONS = 6;
const MAX_DISCUSSION = 8_000;

const issueSchema = z.object({ title: z.string(), body: z.string().nullable() });

/**
 * Reads the issues and pull requests that a message mentions, and those that they mention. Deleted
 * ones are omitted.
 */
export async function readDiscussions(
  client: GithubClient,
  repository: string,
  message: string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  const waiting = [...linkedNumbers(message)];
  const seen = new Set(waiting);
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
    if (texts.length >= MAX_DISCUSSIONS) break;
    const { status, text } = await client.ask({ path: `/repos/${repository}/issues/${number}` });
    const issue = status === 200 ? parseJson(text, issueSchema) : undefined;
    if (issue?.kind !== 'valid') continue;
    const { title, body } = issue.value;
    const prose = messageProse({ title, body: body ?? '' }).slice(0, MAX_DISCUSSION);
    texts.push(`#${number} ${prose}`);
    for (const next of linkedNumbers(body ?? '')) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return texts;
}

/** Renders a change as the subject of a prompt. */
export function describeSource({ message, patch, discussions }: TaskSource): string {
  const { title, body } = splitMessage(message);
  const parts = [
    `Message:\n${messageProse({ title, body })}`,
    ...discussions.map((text) => `Discussion:\n${text}`),
    diffExcerpt(patch),
  ];
  return parts.join('\n\n');
}
