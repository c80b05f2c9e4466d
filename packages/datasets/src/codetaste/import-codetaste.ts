import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { importRow, type ImportOptions, type RowOutcome } from './import-row.ts';
import { idOfRow, LIST, readPublishedList } from './published-list.ts';
import { readPatches, type PublishedPatch } from './published-patches.ts';

export interface ImportCodetasteOptions extends ImportOptions {
  /** Whether to import the instance of this id. */
  readonly isWanted: (id: string) => boolean;
  /** Folder for the patches of the published agents and their results. */
  readonly predictionsDir: string;
  readonly onOutcome: (outcome: RowOutcome) => void;
}

/** A file of predictions that was written. */
interface WrittenPredictions {
  readonly file: string;
  readonly patches: number;
}

export interface ImportedCodetaste {
  readonly outcomes: readonly RowOutcome[];
  readonly predictions: readonly WrittenPredictions[];
  /** The file with the publisher's own results, and how many it has; undefined if there are none. */
  readonly results: { readonly file: string; readonly count: number } | undefined;
}

/**
 * Imports published instances with their rules, texts and test counts, and the patches and results of
 * published agents. What is there already is kept, so that an interrupted import can be repeated.
 * @throws RefbenchError kind `usage` if no instance is wanted
 */
export async function importCodetaste(options: ImportCodetasteOptions): Promise<ImportedCodetaste> {
  const { folder, predictionsDir, isWanted, onOutcome } = options;
  const rows = (await readPublishedList(folder)).filter((row) => isWanted(idOfRow(row)));
  if (rows.length === 0) {
    throw new RefbenchError({
      kind: 'usage',
      message: `no instance of ${folder} was chosen`,
      hint: 'ids have the form owner__repository-base, with eight digits of base',
    });
  }
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    options.signal.throwIfAborted();
    const outcome = await importRow(row, options);
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  const usable = new Set(outcomes.flatMap(({ kind, id }) => (kind === 'failed' ? [] : [id])));
  const known = rows.filter((row) => usable.has(idOfRow(row)));
  const patches = await readPatches(folder, known);
  return {
    outcomes,
    predictions: await writePredictions(patches, predictionsDir),
    results: await writeResults(patches, options),
  };
}

/** One file for each agent and track, as `refbench grade` reads it. */
async function writePredictions(
  patches: readonly PublishedPatch[],
  folder: string,
): Promise<readonly WrittenPredictions[]> {
  const files = new Map<string, PublishedPatch[]>();
  for (const patch of patches) {
    const track = patch.track.replaceAll('/', '-');
    const file = join(folder, `${[patch.agent, track].filter(Boolean).join('.')}.jsonl`);
    files.set(file, [...(files.get(file) ?? []), patch]);
  }
  for (const [file, own] of files) {
    const lines = own.map(({ instance, agent, patch }) =>
      JSON.stringify({ instance_id: instance, model_name_or_path: agent, model_patch: patch }),
    );
    await writeFileAtomic(file, `${lines.join('\n')}\n`);
  }
  return [...files].map(([file, own]) => ({ file, patches: own.length }));
}

/** The publisher's results, as `refbench stats` reads them, with the list of their instances. */
async function writeResults(
  patches: readonly PublishedPatch[],
  { folder, predictionsDir }: ImportCodetasteOptions,
): Promise<ImportedCodetaste['results']> {
  const lines = patches.flatMap(({ evaluation }) => (evaluation === undefined ? [] : [evaluation]));
  if (lines.length === 0) return undefined;
  const file = join(predictionsDir, 'published-results.jsonl');
  await writeFileAtomic(file, `${lines.join('\n')}\n`);
  await copyFile(join(folder, LIST), join(predictionsDir, LIST));
  return { file, count: lines.length };
}
