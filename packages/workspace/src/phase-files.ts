import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  judgePhaseSchema,
  planPhaseSchema,
  type JudgePhase,
  type PlanPhase,
} from '@refbench/contracts';
import { planPaths } from './plan-paths.ts';
import {
  canonicalJson,
  readJsonFile,
  sha256OfBytes,
  writeFileAtomic,
  writeJsonFile,
} from '@refbench/base';

/** Folder and number of an attempt. */
export interface AttemptFolder {
  readonly attempt: number;
  readonly folder: string;
}

/** Plans of an attempt that are complete on disk. */
export interface StoredPlans {
  readonly record: PlanPhase;
  readonly texts: readonly string[];
}

/** Files of a phase besides its record. */
export type PhaseFiles = Readonly<Record<string, Buffer | string>>;

/**
 * Writes the files of a phase. The record is last, so that all files of an existing record exist.
 */
export async function writePhase(
  attemptFolder: string,
  record: PlanPhase | JudgePhase,
  files: PhaseFiles,
): Promise<void> {
  const folder = phaseFolder(attemptFolder, record.phase);
  for (const [name, content] of Object.entries(files)) {
    await writeFileAtomic(join(folder, name), content);
  }
  await writeJsonFile(join(folder, 'phase.json'), record);
}

/** Writes the prompt of a phase that has no record yet. */
export async function writePhasePrompt(
  attemptFolder: string,
  phase: 'judge' | 'execute',
  prompt: string,
): Promise<void> {
  await writeFileAtomic(join(phaseFolder(attemptFolder, phase), 'prompt.md'), prompt);
}

/** `plan-0.md` and so on. */
export function planFileName(index: number): string {
  return `plan-${index}.md`;
}

/** Reads plans with their record; undefined if there is no record or a file was changed. */
export async function readPlans(attemptFolder: string): Promise<StoredPlans | undefined> {
  const folder = phaseFolder(attemptFolder, 'plan');
  const file = await readJsonFile(join(folder, 'phase.json'), planPhaseSchema);
  if (file.kind !== 'valid') return undefined;
  const record = file.value;
  const texts = await Promise.all(
    record.plans.map((_, index) =>
      readFile(join(folder, planFileName(index)), 'utf8').catch(() => ''),
    ),
  );
  const intact = record.plans.every(
    (digest, index) => digest === sha256OfBytes(texts[index] ?? ''),
  );
  return intact ? { record, texts } : undefined;
}

/** Finds the newest plans of earlier attempts that were made from the same inputs. */
export async function findPlans(
  earlier: readonly AttemptFolder[],
  wanted: Pick<PlanPhase, 'phase' | 'inputs'>,
): Promise<(StoredPlans & { readonly from: AttemptFolder }) | undefined> {
  for (const from of earlier.toReversed()) {
    const stored = await readPlans(from.folder);
    if (stored === undefined || stored.record.phase !== wanted.phase) continue;
    if (stored.texts.length !== planPaths(wanted.phase).length) continue;
    if (canonicalJson(stored.record.inputs) !== canonicalJson(wanted.inputs)) continue;
    return { ...stored, from };
  }
  return undefined;
}

/**
 * Finds the newest choice of an earlier attempt that was made by the same model from the same
 * prompt.
 */
export async function findChoice(
  earlier: readonly AttemptFolder[],
  inputs: JudgePhase['inputs'],
): Promise<{ readonly record: JudgePhase; readonly from: AttemptFolder } | undefined> {
  for (const from of earlier.toReversed()) {
    const path = join(phaseFolder(from.folder, 'judge'), 'phase.json');
    const file = await readJsonFile(path, judgePhaseSchema);
    if (file.kind !== 'valid' || file.value.choice === null) continue;
    if (canonicalJson(file.value.inputs) !== canonicalJson(inputs)) continue;
    return { record: file.value, from };
  }
  return undefined;
}

/** Returns the folder of a phase within the folder of its attempt. */
export function phaseFolder(attemptFolder: string, phase: 'execute' | PhaseName): string {
  return join(attemptFolder, 'phases', phase === 'multiplan' ? 'plan' : phase);
}

type PhaseName = PlanPhase['phase'] | JudgePhase['phase'];
