import { join } from 'node:path';
import { taskFindingsSchema, type TaskFindings } from '@refbench/contracts';
import { sha256OfBytes, writeJsonFile, readOptionalJson } from '@refbench/base';
import { decisionsPromptDigest } from './decisions-prompt.ts';
import { readTaskBytes } from './task-files.ts';

const FILE = 'task.findings.json';

/** What a model said about the open text, and whether that still applies. */
export type TaskFindingsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'current'; readonly findings: TaskFindings }
  | {
      readonly kind: 'stale';
      readonly findings: TaskFindings;
      /** What is no longer the same. */
      readonly changed: readonly ('text' | 'prompt' | 'golden')[];
    };

/**
 * Reads what a model said about the open text.
 * @param dir folder of the instance
 * @param golden commit of the instance
 * @throws RefbenchError kind `invalid-file` if task.findings.json does not match its schema
 */
export async function readTaskFindings(dir: string, golden: string): Promise<TaskFindingsState> {
  const hint = 'delete the file, and ask the model again: refbench task check --model';
  const stored = await readOptionalJson(join(dir, FILE), taskFindingsSchema, hint);
  if (stored === undefined) return { kind: 'none' };
  const findings = stored.open;
  const bytes = await readTaskBytes(dir, 'open');
  const now = {
    text: bytes === undefined ? undefined : sha256OfBytes(bytes),
    prompt: await decisionsPromptDigest(),
    golden,
  };
  const changed = (['text', 'prompt', 'golden'] as const).filter(
    (part) => findings[part] !== now[part],
  );
  return changed.length === 0
    ? { kind: 'current', findings }
    : { kind: 'stale', findings, changed };
}

/**
 * Records what a model said. Replaces what another one said before.
 * @param text the text that the model was shown
 */
export async function recordTaskFindings(
  dir: string,
  golden: string,
  text: string,
  said: Pick<TaskFindings, 'model' | 'usd' | 'given_away' | 'unsupported'>,
): Promise<TaskFindings> {
  const prompt = await decisionsPromptDigest();
  const findings: TaskFindings = { text: sha256OfBytes(text), prompt, golden, ...said };
  const value = taskFindingsSchema.parse({ schema: 1, open: findings });
  await writeJsonFile(join(dir, FILE), value);
  return findings;
}

/** One sentence for each decision that the text gives away. */
export function findingLines({ model, given_away }: TaskFindings): readonly string[] {
  return given_away.map(
    ({ decision, quote }) => `gives away with "${quote}", according to ${model}: ${decision}`,
  );
}
