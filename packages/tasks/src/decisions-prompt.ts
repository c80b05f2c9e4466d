import type { Digest } from '@refbench/contracts';
import { digestOf, readPrompt } from '@refbench/base';
import { SHIPPED_PROMPTS } from './shipped-prompts.ts';

export const DECISIONS_SYSTEM =
  'You check tasks for a benchmark of code refactoring. Answer with the tool, nothing else.';

/** Reads the built-in prompt, with `{{text}}` and `{{subject}}`. */
export async function readDecisionsPrompt(): Promise<string> {
  return readPrompt('task-decisions.md', SHIPPED_PROMPTS);
}

/** Digest of everything that a model is told besides the text and the change. */
export async function decisionsPromptDigest(): Promise<Digest> {
  return digestOf({ system: DECISIONS_SYSTEM, prompt: await readDecisionsPrompt() });
}
