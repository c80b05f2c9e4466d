import { digestOf } from '@refbench/base';
import type { AnswerRecord } from '../eval/answer-record.ts';
import type { Subject } from '../eval/subject.ts';
import { latestAnswers } from '../score/score-answers.ts';
import { patchOfAnswer } from './patch-of-answer.ts';

/** A line of a file of predictions, which `refbench grade` and SWE-bench read. */
interface Prediction {
  readonly instance_id: string;
  readonly model_name_or_path: string;
  /** Null if the answer gives no patch that applies. It is graded as a missing patch. */
  readonly model_patch: string | null;
}

/** What became of one answer. */
interface PredictionRow {
  readonly key: string;
  readonly outcome: 'patch' | 'no-patch' | 'no-answer' | 'no-instance';
  /** Why there is no patch. Empty for a patch. */
  readonly reason: string;
}

export interface ModelPredictions {
  readonly model: string;
  readonly predictions: readonly Prediction[];
  readonly rows: readonly PredictionRow[];
  /** Digest of the predictions. */
  readonly digest: string;
}

/**
 * Turns the answers of a model into predictions, for the subjects that have an instance.
 * @param instanceOf the id of the instance of a subject; undefined if it has none
 */
export async function predictionsOf(
  model: string,
  subjects: readonly Subject[],
  answers: readonly AnswerRecord[],
  instanceOf: (subject: Subject) => string | undefined,
): Promise<ModelPredictions> {
  const chosen = latestAnswers(answers);
  const predictions: Prediction[] = [];
  const rows: PredictionRow[] = [];
  for (const subject of subjects) {
    const { key, sha } = subject;
    const instance = instanceOf(subject);
    if (instance === undefined) {
      rows.push({ key, outcome: 'no-instance', reason: `no instance has golden ${sha}` });
      continue;
    }
    const record = chosen.get(key);
    if (record === undefined || record.sha !== sha || record.status === 'failed') {
      const reason = record?.status === 'failed' ? record.error : 'the question was not asked';
      rows.push({ key, outcome: 'no-answer', reason });
      continue;
    }
    const patched = await patchOfAnswer(record.answer, subject);
    const patch = patched.kind === 'patch' ? patched.patch : null;
    predictions.push({ instance_id: instance, model_name_or_path: model, model_patch: patch });
    rows.push(
      patched.kind === 'patch'
        ? { key, outcome: 'patch', reason: '' }
        : { key, outcome: 'no-patch', reason: patched.reason },
    );
  }
  return { model, predictions, rows, digest: digestOf(predictions) };
}
