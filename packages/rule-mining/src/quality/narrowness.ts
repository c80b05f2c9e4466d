import type {
  RepositoryContext,
  Ruleset,
  SourceFile,
  TreeScanOptions,
} from '@refbench/rule-engine';
import type { Change } from '../change/change.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { followingOf } from './following.ts';
import { REWRITES, rewritten, type Rewrite } from './rewrite.ts';

/** IFR that golden loses if it is written differently. */
export interface Narrowness {
  readonly rewrite: Rewrite;
  /** Null without rules. */
  readonly loss: number | null;
}

/** Rewrites golden's changed files without changing what they do, and scores them as a patch. */
export async function narrowness(
  context: RepositoryContext,
  ruleset: Ruleset,
  { base, golden }: Change,
  options: TreeScanOptions,
): Promise<readonly Narrowness[]> {
  const changed = new Set([...base.files.keys(), ...golden.files.keys()]);
  const results: Narrowness[] = [];
  for (const rewrite of REWRITES) {
    const files = [...golden.files.values()].map((file) => rewrittenFile(file, rewrite));
    const { total } = await followingOf(context, ruleset, { changed, files }, options);
    results.push({ rewrite, loss: total === null ? null : 1 - total });
  }
  return results;
}

function rewrittenFile(file: SourceFile, rewrite: Rewrite): SourceFile {
  const parsed = parseSource(file);
  return parsed === undefined
    ? file
    : { ...file, bytes: Buffer.from(rewritten(parsed, rewrite), 'utf8') };
}
