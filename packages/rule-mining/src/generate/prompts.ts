import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Digest } from '@refbench/contracts';
import { digestOf, fillTemplate } from '@refbench/base';
import type { RuleCandidates } from './mined-candidates.ts';

/** How the writer of rules works: a model with tools, or an agent with commands in a container. */
export type WritingWay = 'tools' | 'commands';

/** The prompts of one way of working. */
export interface GeneratePrompts {
  readonly system: string;
  /** With the placeholders of `fillTask`. */
  readonly task: string;
  /** With the placeholders of `fillCandidates`. Only used if there are candidates. */
  readonly candidates: string;
  /** Digest of the system and the task text. */
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
export async function readPrompts(way: WritingWay): Promise<GeneratePrompts> {
  const read = async (name: string): Promise<string> =>
    (await readFile(`${FOLDER}${name}.md`, 'utf8')).trimEnd();
  const system = fillTemplate(await read('system'), { tools: await read(way) });
  const task = await read('task');
  const candidates = await read('candidates');
  return { system, task, candidates, digest: digestOf({ system, task }) };
}

/** Fills the placeholders of the task prompt. */
export function fillTask({ task }: GeneratePrompts, values: TaskValues): string {
  return fillTemplate(task, { ...values });
}

/** Fills the placeholders of the prompt about candidates. */
export function fillCandidates({ candidates }: GeneratePrompts, values: RuleCandidates): string {
  return fillTemplate(candidates, { ...values });
}
