import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';
import type { CatalogEntry } from '@refbench/instances';
import { checkTexts } from '../admission/texts-gate.ts';
import type { GateContext } from '../admission/gate.ts';
import type { StepResult } from './steps.ts';

/** Writes both texts into the folder of an instance. */
export type TextWriter = (entry: CatalogEntry, signal: AbortSignal) => Promise<void>;

const TEXTS = ['task.instructed.md', 'task.open.md'] as const;

/**
 * Provides both texts: those that are there, those that people wrote, or those of a model, in this
 * order. They must pass their checks.
 * @param folder `<folder>/<instance>/` contains texts that people wrote, and their review
 */
export async function textsStep(
  context: GateContext,
  folder: string | undefined,
  write: TextWriter | undefined,
): Promise<StepResult> {
  const { entry, signal } = context;
  if (folder !== undefined) await takeTexts(join(folder, entry.instance.id), entry.dir);
  if (!(await hasTexts(entry.dir))) {
    if (write === undefined) {
      return { kind: 'dropped', reason: 'there are no texts, and no --model to write them' };
    }
    await write(entry, signal);
  }
  const { passed, problems, notes } = await checkTexts(context);
  if (!passed) return { kind: 'dropped', reason: problems.join('; ') };
  return { kind: 'done', note: notes.join('; ') };
}

/** A newer version of a person replaces what is there. */
async function takeTexts(from: string, to: string): Promise<void> {
  for (const name of [...TEXTS, 'task.review.yaml']) {
    if (await exists(join(from, name))) await copyFile(join(from, name), join(to, name));
  }
}

async function hasTexts(dir: string): Promise<boolean> {
  const found = await Promise.all(TEXTS.map((name) => exists(join(dir, name))));
  return found.every(Boolean);
}
