import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { Journal, acquireLock, mapConcurrent } from '@refbench/base';
import { SpendingLimit, type ModelClient } from '@refbench/models';
import { answersFile, questionDigest, readAnswers, type AnswerRecord } from './answer-record.ts';
import { questionOf } from './question.ts';
import type { AnswerSettings } from './settings.ts';
import type { Subject } from './subject.ts';

export interface EvaluateOptions {
  /** Folder for answers/ and ledger.jsonl. */
  readonly folder: string;
  readonly subjects: readonly Subject[];
  readonly models: readonly { readonly client: ModelClient; readonly settings: AnswerSettings }[];
  readonly system: string;
  /** Budget for all answers in the folder, including those of earlier commands. */
  readonly budgetUsd: number;
  /** Number of concurrent questions. */
  readonly jobs: number;
  /** Aborts the running questions. */
  readonly signal: AbortSignal;
  /** Lets the running questions finish and starts no more. */
  readonly drain?: AbortSignal | undefined;
  readonly onAnswer?: (record: AnswerRecord, done: number, all: number, usd: number) => void;
}

export interface Evaluation {
  readonly answered: number;
  /** Number of these answers that earlier commands received. */
  readonly reused: number;
  readonly failed: number;
  /**
   * Number of questions that were not asked because the budget was spent or the command was
   * stopped.
   */
  readonly open: number;
  readonly exhausted: boolean;
  /** Cost of all answers in the folder. */
  readonly usd: number;
}

/**
 * Asks each model once about each subject. Answers are stored immediately, so that the same command
 * resumes after it was killed. A failed question is stored as failed, and asked again by the next
 * command.
 * @throws RefbenchError kind `usage` if a provider rejects the key or the model, `in-use` if
 *   another command uses the folder
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { folder, budgetUsd, models, subjects, system, jobs } = options;
  await using _lock = await acquireLock(join(folder, 'eval.lock'), `the folder ${folder}`);
  await using spending = await SpendingLimit.open(join(folder, 'ledger.jsonl'), budgetUsd);
  const totals = { answered: 0, reused: 0, failed: 0, exhausted: false };
  const all = models.length * subjects.length;
  for (const { client, settings } of models) {
    const path = answersFile(folder, client.model);
    const known = knownAnswers(await readAnswers(path));
    await using journal = await Journal.open<AnswerRecord>(path);
    await mapConcurrent(subjects, jobs, async (subject) => {
      const question = { model: client.model, system, prompt: await questionOf(subject), settings };
      const digest = questionDigest(question);
      const before = known.answered.get(`${subject.key} ${digest}`);
      if (before !== undefined) {
        // The latest question is scored, so append the answer again to make this question the
        // latest.
        if (known.lastQuestion.get(subject.key) !== digest) await journal.append(before);
        totals.answered += 1;
        totals.reused += 1;
        return;
      }
      if (options.drain?.aborted === true || totals.exhausted) return;
      const record = await askOne(spending, client, { subject, question, digest }, options.signal);
      if (record === undefined) {
        totals.exhausted = true;
        return;
      }
      await journal.append(record);
      totals[record.status] += 1;
      options.onAnswer?.(record, totals.answered + totals.failed, all, spending.spentUsd);
    });
  }
  const { answered, failed } = totals;
  return { ...totals, open: all - answered - failed, usd: spending.spentUsd };
}

interface KnownAnswers {
  /** Answers by key and question. */
  readonly answered: ReadonlyMap<string, AnswerRecord>;
  /** Digest of the latest question by key. */
  readonly lastQuestion: ReadonlyMap<string, string>;
}

function knownAnswers(records: readonly AnswerRecord[]): KnownAnswers {
  const answered = records.filter(({ status }) => status === 'answered');
  return {
    answered: new Map(answered.map((record) => [`${record.key} ${record.question}`, record])),
    lastQuestion: new Map(records.map(({ key, question }) => [key, question])),
  };
}

interface PendingQuestion {
  readonly subject: Subject;
  readonly question: Parameters<typeof questionDigest>[0];
  readonly digest: string;
}

/** Asks one question. Undefined if the budget does not cover it. */
async function askOne(
  spending: SpendingLimit,
  client: ModelClient,
  { subject, question, digest }: PendingQuestion,
  signal: AbortSignal,
): Promise<AnswerRecord | undefined> {
  const { key, tier, sha } = subject;
  const { model, system, prompt, settings } = question;
  const asked = { system, prompt, ...settings };
  const identity = { schema: 1, key, tier, model, sha, question: digest, asked } as const;
  try {
    const answer = await spending.ask(client, `${model} ${key}`, {
      system,
      prompt,
      signal,
      maxOutputTokens: settings.max_tokens,
      temperature: settings.temperature ?? undefined,
    });
    if (answer.kind === 'exhausted') return undefined;
    return {
      ...identity,
      at: new Date().toISOString(),
      status: 'answered',
      answer: answer.text,
      stop: answer.stop,
      max_tokens: settings.max_tokens,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      usd: answer.usd,
    };
  } catch (error) {
    signal.throwIfAborted();
    // An invalid key or model name would fail every question, and a bug is not an answer.
    if (!RefbenchError.isInstance(error) || error.kind !== 'infra-incomplete') throw error;
    return { ...identity, at: new Date().toISOString(), status: 'failed', error: error.message };
  }
}
