import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A refactoring in the published list. */
export interface Known {
  readonly repository: string;
  readonly golden: string;
}

const rowSchema = z.object({
  owner: z.string().min(1),
  repo: z.string().min(1),
  golden_commit_hash: z.string().regex(/^[0-9a-f]{40}$/),
});

/**
 * Reads the published list, which has a header and rows without quotes. Returns undefined if the
 * file does not exist.
 */
export async function readKnown(file: string): Promise<readonly Known[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const fields = line.split(',').map((field, at) => [names[at] ?? '', field] as const);
    const { owner, repo, golden_commit_hash: golden } = rowSchema.parse(Object.fromEntries(fields));
    return { repository: `${owner}/${repo}`, golden };
  });
}
