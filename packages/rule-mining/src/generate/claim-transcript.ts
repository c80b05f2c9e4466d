import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { acquireLock, digestOf } from '@refbench/base';
import { assertEmpty } from '../suggest/suggest-rules.ts';
import { fillTask, type GeneratePrompts } from './prompts.ts';
import { hasTranscript, Transcript, type TranscriptPlan } from './transcript.ts';

/** What a writer of rules works on. */
export interface WritingSubject {
  readonly instance: Instance;
  /** The instructed task text. */
  readonly task: string;
  /** Folder of the ruleset. A new transcript needs one without rules. */
  readonly rulesDir: string;
  /** Folder of the transcript, the ledger and the texts of all candidates. */
  readonly folder: string;
}

/**
 * Makes this process the only one that works in the folder of a transcript.
 * @throws RefbenchError kind `in-use` if another process does
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true });
  return await acquireLock(join(folder, 'lock'), `generating rules in ${folder}`);
}

/**
 * Opens the transcript of a subject, which must belong to the same writer. The caller has locked the
 * folder.
 * @throws RefbenchError kind `usage` for a transcript of other settings, or a ruleset that contains
 *   rules already; `invalid-file` for a damaged transcript
 */
export async function claimTranscript(
  { instance, task, rulesDir, folder }: WritingSubject,
  prompts: GeneratePrompts,
  writer: Pick<TranscriptPlan, 'model' | 'agent' | 'prompt'>,
): Promise<Transcript> {
  if (!(await hasTranscript(folder))) await assertEmpty(rulesDir);
  const { id, base, golden, repository, language } = instance;
  const prompt = fillTask(prompts, { repository: repository.name, language, task: task.trimEnd() });
  const plan = {
    instance: id,
    instance_digest: digestOf({ id, base, golden, repository: repository.name, task }),
    ...writer,
    ruleset: rulesDir,
  };
  return await Transcript.open(folder, plan, prompt);
}
