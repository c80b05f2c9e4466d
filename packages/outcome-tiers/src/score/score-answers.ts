import type { AnswerRecord } from '../eval/answer-record.ts';
import type { Subject } from '../eval/subject.ts';
import type { ModelResults, Result } from './results-file.ts';
import { scoreAnswer } from './score-answer.ts';

/** Scores the answers of a model, in the order of the sample. Failed questions stay failed. */
export async function scoreAnswers(
  model: string,
  subjects: readonly Subject[],
  answers: readonly AnswerRecord[],
): Promise<ModelResults> {
  const chosen = latestAnswers(answers);
  const results: Result[] = [];
  for (const subject of subjects) results.push(await scoreOne(model, subject, chosen));
  return { model, results };
}

async function scoreOne(
  model: string,
  { key, tier, sha, parent, files, extensions, code }: Subject,
  answers: ReadonlyMap<string, AnswerRecord>,
): Promise<Result> {
  const record = answers.get(key);
  if (record === undefined || record.sha !== sha) {
    return { status: 'missing', key, tier, model, reason: 'the question was not asked' };
  }
  if (record.status === 'failed') {
    return { status: 'failed', key, tier, model, reason: record.error };
  }
  const { answer, stop, max_tokens, input_tokens, output_tokens, usd } = record;
  const score = scoreAnswer(answer, await code.diff(parent, sha), extensions);
  return {
    status: 'scored',
    key,
    tier,
    model,
    sha,
    files: [...files],
    ...score,
    input_tokens,
    output_tokens,
    stop,
    max_tokens,
    usd,
  };
}

/** Returns the answer to the latest question by key, or its failure. */
export function latestAnswers(answers: readonly AnswerRecord[]): ReadonlyMap<string, AnswerRecord> {
  const latest = new Map<string, AnswerRecord>();
  for (const record of answers) {
    const before = latest.get(record.key);
    const sameQuestion = before?.question === record.question;
    if (sameQuestion && before.status === 'answered' && record.status === 'failed') continue;
    latest.set(record.key, record);
  }
  return latest;
}
