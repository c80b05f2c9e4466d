import { sum } from '@refbench/base';
import { isImport } from '../signals/line-shape.ts';
import type { CodeFile, LineRun } from './code-lines.ts';

/** A shorter block, or one with less text, may stand in two places by chance. */
const MIN_LINES = 3;
const MIN_CHARACTERS = 60;
/** Lines such as closing brackets begin in many places. Only the first of them are tried. */
const MAX_PLACES = 12;

export interface MovedBlocks {
  readonly blocks: number;
  /** Number of removed lines that stand together elsewhere. */
  readonly lines: number;
  /** Those of them that stand in another file. */
  readonly acrossFiles: number;
}

interface Place {
  readonly path: string;
  readonly run: LineRun;
  readonly at: number;
  readonly used: Set<number>;
}

/** A removed block, and the file in which it stands now. */
export interface MovedBlock {
  readonly from: string;
  readonly to: string;
  readonly lines: LineRun;
}

/** Counts removed blocks that were added again as they were, each added block once. */
export function movedBlocks(files: readonly CodeFile[]): MovedBlocks {
  const found = findMovedBlocks(files, { once: true });
  return {
    blocks: found.length,
    lines: sum(found.map(({ lines }) => lines.length)),
    acrossFiles: sum(found.map(({ from, to, lines }) => (from === to ? 0 : lines.length))),
  };
}

/**
 * Finds removed blocks that were added again as they were. Indentation may change.
 * @param once whether an added block stands for one removed block only. Otherwise copies that were joined
 *   are all found.
 */
export function findMovedBlocks(
  files: readonly CodeFile[],
  { once }: { readonly once: boolean },
): readonly MovedBlock[] {
  const places = indexBlocks(files);
  const blocks: MovedBlock[] = [];
  for (const { path, removed } of files) {
    for (const run of removed.map(withoutImports)) {
      for (let at = 0; at + MIN_LINES <= run.length;) {
        const found = longest(run, at, places.get(keyOf(run, at)) ?? []);
        if (found === undefined) {
          at += 1;
          continue;
        }
        const { place, length } = found;
        const taken = once ? length : 0;
        for (let step = 0; step < taken; step += 1) place.used.add(place.at + step);
        blocks.push({ from: path, to: place.path, lines: run.slice(at, at + length) });
        at += length;
      }
    }
  }
  return blocks;
}

function indexBlocks(files: readonly CodeFile[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const { path, added } of files) {
    for (const run of added.map(withoutImports)) {
      const used = new Set<number>();
      for (let at = 0; at + MIN_LINES <= run.length; at += 1) {
        const key = keyOf(run, at);
        const list = places.get(key);
        if (list === undefined) places.set(key, [{ path, run, at, used }]);
        else if (list.length < MAX_PLACES) list.push({ path, run, at, used });
      }
    }
  }
  return places;
}

function longest(
  run: LineRun,
  from: number,
  places: readonly Place[],
): { readonly place: Place; readonly length: number } | undefined {
  let best: { readonly place: Place; readonly length: number } | undefined;
  for (const place of places) {
    let length = 0;
    while (
      run[from + length] !== undefined &&
      run[from + length] === place.run[place.at + length] &&
      !place.used.has(place.at + length)
    ) {
      length += 1;
    }
    if (length >= MIN_LINES && length > (best?.length ?? 0)) best = { place, length };
  }
  const text = best === undefined ? '' : run.slice(from, from + best.length).join('');
  return text.length < MIN_CHARACTERS ? undefined : best;
}

function withoutImports(run: LineRun): LineRun {
  return run.filter((line) => !isImport(line));
}

function keyOf(run: LineRun, at: number): string {
  return run.slice(at, at + MIN_LINES).join('\n');
}
