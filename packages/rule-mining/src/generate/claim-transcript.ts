import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { acquireLock, digestOf } from '@refbench/base';
import { assertEmpty } from '../suggest/suggest-rules.ts';
import type { RuleCandidates } from './mined-candidates.ts';
import { fillCandidates, fillTask, type GeneratePrompts } from './prompts.ts';
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
  /** Finds rules to start from. It is asked when a transcript starts, and golden shows in what it finds. */
  readonly candidates?: (() => Promise<RuleCandidates>) | undefined;
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
  { instance, task, rulesDir, folder, candidates }: WritingSubject,
  prompts: GeneratePrompts,
  writer: Pick<TranscriptPlan, 'model' | 'agent' | 'prompt'>,
): Promise<Transcript> {
  const isNew = !(await hasTranscript(folder));
  if (isNew) await assertEmpty(rulesDir);
  const { id, base, golden, repository, language } = instance;
  const prompt = [
    fillTask(prompts, { repository: repository.name, language, task: task.trimEnd() }),
    // The prompt of a transcript that is continued is in it.
    ...(isNew && candidates !== undefined ? [fillCandidates(prompts, await candidates())] : []),
  ].join('\n\n');
  const plan = {
    instance: id,
    instance_digest: digestOf({ id, base, golden, repository: repository.name, task }),
    ...writer,
    ...(candidates !== undefined && {
      prompt: digestOf({ prompt: writer.prompt, candidates: prompts.candidates }),
    }),
    ruleset: rulesDir,
  };
  return await Transcript.open(folder, plan, prompt);
}
