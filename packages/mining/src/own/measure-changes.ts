import { availableParallelism } from 'node:os';
import { mapConcurrent } from '@refbench/base';
import type { History } from '@refbench/repos';
import type { OwnRejection } from './candidate.ts';
import type { Change, ScreenedCommit } from './change.ts';
import { measureChange, smallReason, type Measuring } from './measure-change.ts';
import type { OwnTools } from './own-tools.ts';
import type { Purpose } from './purpose.ts';
import { purposeOfRange } from './ranges.ts';

export interface MeasureOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each diff that was read. `all` grows when ranges are found. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

interface Singles {
  readonly singles: readonly Change[];
  /** Too small on their own. */
  readonly small: readonly Change[];
  readonly dropped: readonly OwnRejection[];
}

/** Measures single commits. */
export async function measureSingles(
  history: History,
  worth: readonly ScreenedCommit[],
  tools: OwnTools,
  options: MeasureOptions,
): Promise<Singles> {
  const singles: Change[] = [];
  const small: Change[] = [];
  const dropped: OwnRejection[] = [];
  const todo = worth.map((each) => ({ commits: [each], purpose: each.purpose }));
  const found = await measureAll(history, todo, tools, options, 0);
  for (const [at, { commit, purpose }] of worth.entries()) {
    const measured = found[at];
    if (measured === undefined) continue;
    const reason =
      measured.kind === 'rejected' ? measured.reason : reasonAgainst(measured.change, tools);
    if (reason !== undefined) dropped.push({ commit: commit.golden, title: purpose.title, reason });
    if (measured.kind === 'change') (reason === undefined ? singles : small).push(measured.change);
  }
  return { singles, small, dropped };
}

/**
 * Measures ranges as one change each, without those that cannot be candidates.
 * @param done number of diffs that were read before
 */
export async function measureRanges(
  history: History,
  ranges: readonly (readonly Change[])[],
  tools: OwnTools,
  options: MeasureOptions,
  done: number,
): Promise<readonly Change[]> {
  const todo = ranges.map((range) => ({
    commits: range.flatMap(({ commits }) => commits),
    purpose: purposeOfRange(range),
  }));
  const found = await measureAll(history, todo, tools, options, done);
  return found.flatMap((measured) =>
    measured.kind === 'change' && reasonAgainst(measured.change, tools) === undefined
      ? [measured.change]
      : [],
  );
}

function reasonAgainst({ signs, score }: Change, { rules }: OwnTools): string | undefined {
  const reason = smallReason(signs, rules.limits);
  if (reason !== undefined) return reason;
  return score < rules.limits.min_score ? 'too little speaks for a refactoring' : undefined;
}

/** Reads several diffs at once. The results have the order of the changes. */
async function measureAll(
  history: History,
  todo: readonly { readonly commits: readonly ScreenedCommit[]; readonly purpose: Purpose }[],
  tools: OwnTools,
  { signal, onProgress }: MeasureOptions,
  before: number,
): Promise<readonly Measuring[]> {
  const found = new Map<number, Measuring>();
  await mapConcurrent([...todo.entries()], availableParallelism(), async ([at, each]) => {
    signal?.throwIfAborted();
    found.set(at, await measureChange(history, each.commits, each.purpose, tools));
    onProgress?.(before + found.size, before + todo.length);
  });
  return todo.map((_, at) => found.get(at)).filter((each) => each !== undefined);
}
