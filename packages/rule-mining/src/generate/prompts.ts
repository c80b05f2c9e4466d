import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/files';

/** The prompts of the rule-writing agent. */
export interface GeneratePrompts {
  readonly system: string;
  /** With the placeholders of `fillTask`. */
  readonly task: string;
  /** Digest of both texts. */
  readonly digest: Digest;
}

/** The values of the placeholders `{{name}}`. */
export interface TaskValues {
  readonly repository: string;
  readonly language: string;
  /** The instructed task text. */
  readonly task: string;
}

const FOLDER = fileURLToPath(new URL('../../prompts/generate/', import.meta.url));

/** Reads the prompts of this package. */
export async function readPrompts(): Promise<GeneratePrompts> {
  const [system, task] = await Promise.all(
    ['system', 'task'].map((name) => readFile(`${FOLDER}${name}.md`, 'utf8')),
  );
  if (system === undefined || task === undefined) throw new Error('a prompt is missing');
  return { system, task, digest: digestOf({ system, task }) };
}

/** Fills the placeholders in one pass, so that those within values are not replaced. */
export function fillTask({ task }: GeneratePrompts, values: TaskValues): string {
  const known = new Map(Object.entries(values));
  return task.replace(/\{\{([a-z]+)\}\}/g, (whole, name: string) => known.get(name) ?? whole);
}
