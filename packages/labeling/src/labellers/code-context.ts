import { RefbenchError } from '@refbench/contracts';
import type { LabelTask } from '../input/label-task.ts';
import { compareText } from '../repo-map/code-unit-order.ts';
import { interestOf } from '../repo-map/personalise.ts';
import { buildRepoMap } from '../repo-map/repo-map.ts';
import type { SourceTree } from '../repo-map/source-tree.ts';
import type { TagStore } from '../repo-map/tag-store.ts';
import { estimateTokens } from '../repo-map/tokens.ts';
import { pathsBefore } from './patch-paths.ts';

export interface ContextLimits {
  /** Context length of the model in tokens. */
  readonly contextTokens: number;
  /** The share of the context that a prompt may fill. */
  readonly share: number;
  /** Token budget of the repository map; 0 for no map. */
  readonly mapTokens: number;
}

/** The code that a model reads in addition to the issue and the instruction. */
export interface CodeContext {
  readonly patch: string;
  readonly testPatch: string;
  readonly files: string;
  readonly repoMap: string;
}

/** Share of the budget for the patches. Longer patches lose their middle. */
const PATCH_SHARE = 0.5;

/**
 * Fills the budget that the instruction and the issue leave: with the patches, the repository map,
 * and as many files changed by the patches as fit, the smallest first, in their state at base.
 * @param fixedTokens tokens of the instruction and the issue
 */
export async function codeContext(
  task: LabelTask,
  fixedTokens: number,
  options: {
    readonly tree: SourceTree;
    readonly store: TagStore;
    readonly limits: ContextLimits;
    readonly signal: AbortSignal;
  },
): Promise<CodeContext> {
  const { tree, store, limits, signal } = options;
  const room = Math.floor(limits.contextTokens * limits.share) - fixedTokens;
  const mapTokens = Math.min(limits.mapTokens, Math.floor(room / 4));
  if (mapTokens < 0) throw tooLong(task.instance, fixedTokens, limits);
  const [patch, testPatch] = fitPatches(task, Math.floor(room * PATCH_SHARE));
  const left = room - mapTokens - estimateTokens(patch) - estimateTokens(testPatch);
  const shown = await readFiles(tree, pathsBefore([task.patch, task.testPatch]), left);
  const paths = tree.files.map(({ path }) => path);
  const interest = interestOf(task.issue, paths, new Set(shown.map(({ path }) => path)));
  const map =
    mapTokens === 0
      ? ''
      : (await buildRepoMap({ tree, store, interest, budgetTokens: mapTokens, signal })).text;
  return { patch, testPatch, files: shown.map(({ text }) => text).join('\n'), repoMap: map };
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

interface ShownFile {
  readonly path: string;
  readonly text: string;
}

async function readFiles(
  tree: SourceTree,
  paths: readonly string[],
  room: number,
): Promise<readonly ShownFile[]> {
  const wanted = new Set(paths);
  const files: (ShownFile & { readonly tokens: number })[] = [];
  for await (const { file, bytes } of tree.read(
    tree.files.filter(({ path }) => wanted.has(path)),
  )) {
    if (bytes.includes(0)) continue;
    const { path } = file;
    const text = `<file path="${path}">\n${bytes.toString('utf8')}\n</file>\n`;
    files.push({ path, text, tokens: estimateTokens(text) });
  }
  files.sort((left, right) => left.tokens - right.tokens || compareText(left.path, right.path));
  let left = room;
  return files.filter(({ tokens }) => {
    left -= tokens;
    return left >= 0;
  });
}

function tooLong(instance: string, tokens: number, limits: ContextLimits): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `the issue of ${instance} has about ${tokens} tokens including the instruction, more than ${limits.share} of a context of ${limits.contextTokens}`,
    hint: 'use a model with a larger context, or exclude the instance',
  });
}
