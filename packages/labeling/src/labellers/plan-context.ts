import { RefbenchError } from '@refbench/contracts';
import type { LabelTask } from '../input/label-task.ts';
import { compareText } from '../repo-map/code-unit-order.ts';
import { estimateTokens } from '../repo-map/tokens.ts';

export interface ContextLimits {
  /** Context length of the model in tokens. */
  readonly contextTokens: number;
  /** The share of the context that a prompt may fill. */
  readonly share: number;
  /** Token budget of the repository map; 0 for no map. */
  readonly mapTokens: number;
}

/** What a prompt contains besides the instruction and the issue, before the map is built. */
export interface ContextPlan {
  readonly patch: string;
  readonly testPatch: string;
  /** The files to show in full, the smallest first. */
  readonly paths: readonly string[];
  /** Estimated tokens of the patches and the files. */
  readonly tokens: number;
  /** Budget of the repository map. */
  readonly mapTokens: number;
}

/** Share of the budget for the patches. Longer patches lose their middle. */
const PATCH_SHARE = 0.5;

/**
 * Divides the budget that the instruction and the issue leave: among the patches, the repository map,
 * and as many files as fit, the smallest first. Reads nothing, so that an estimate divides the budget
 * exactly as a run does.
 * @param fixedTokens tokens of the instruction and the issue
 * @param files estimated tokens of the files that could be shown, by path
 * @throws RefbenchError `invalid-file` if the issue leaves no room
 */
export function planContext(
  task: LabelTask,
  fixedTokens: number,
  limits: ContextLimits,
  files: ReadonlyMap<string, number>,
): ContextPlan {
  const room = Math.floor(limits.contextTokens * limits.share) - fixedTokens;
  const mapTokens = Math.min(limits.mapTokens, Math.floor(room / 4));
  if (mapTokens < 0) throw tooLong(task.instance, fixedTokens, limits);
  const [patch, testPatch] = fitPatches(task, Math.floor(room * PATCH_SHARE));
  const patches = estimateTokens(patch) + estimateTokens(testPatch);
  const ordered = [...files].sort(
    ([leftPath, left], [rightPath, right]) => left - right || compareText(leftPath, rightPath),
  );
  let left = room - mapTokens - patches;
  let shown = 0;
  const paths = ordered.flatMap(([path, tokens]) => {
    left -= tokens;
    if (left < 0) return [];
    shown += tokens;
    return [path];
  });
  return { patch, testPatch, paths, tokens: patches + shown, mapTokens };
}

function fitPatches({ patch, testPatch }: LabelTask, room: number): readonly [string, string] {
  const [one, two] = [estimateTokens(patch), estimateTokens(testPatch)];
  if (one + two <= room) return [patch, testPatch];
  // The shorter patch keeps at least half of the budget.
  const half = Math.floor(room / 2);
  const forOne = one <= half ? one : two <= half ? room - two : half;
  return [cutMiddle(patch, forOne), cutMiddle(testPatch, room - forOne)];
}

/** Keeps complete lines from both ends within a token budget. */
export function cutMiddle(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const lines = text.split('\n');
  const note = (count: number): string => `[... ${count} lines left out]`;
  let budget = tokens - estimateTokens(note(lines.length)) - 1;
  let [head, tail] = [0, 0];
  for (let turn = 0; head + tail < lines.length; turn += 1) {
    const line = (turn % 2 === 0 ? lines[head] : lines[lines.length - 1 - tail]) ?? '';
    // Rounding up each line keeps the sum below the budget.
    budget -= estimateTokens(`${line}\n`);
    if (budget < 0) break;
    if (turn % 2 === 0) head += 1;
    else tail += 1;
  }
  const left = lines.length - head - tail;
  return [...lines.slice(0, head), note(left), ...lines.slice(lines.length - tail)].join('\n');
}

function tooLong(instance: string, tokens: number, limits: ContextLimits): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `the issue of ${instance} has about ${tokens} tokens including the instruction, more than ${limits.share} of a context of ${limits.contextTokens}`,
    hint: 'use a model with a larger context, or exclude the instance',
  });
}
