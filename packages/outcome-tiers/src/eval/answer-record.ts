import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import { digestOf, readJournal } from '@refbench/base';
import { z } from 'zod';
import type { AnswerSettings } from './settings.ts';

const identity = {
  schema: z.literal(1),
  key: z.string(),
  tier: z.string(),
  model: z.string(),
  sha: z.string(),
  /**
   * Digest of instruction, message, model and settings, so that answers to different questions are
   * not reused.
   */
  question: z.string(),
  /** The complete question. Missing in answers of earlier versions. */
  asked: z
    .strictObject({
      system: z.string(),
      prompt: z.string(),
      max_tokens: z.int().positive(),
      /** Null for the default of the provider. */
      temperature: z.number().nullable(),
    })
    .optional(),
  at: z.iso.datetime(),
};

/** One line of an answers file. */
const answerRecordSchema = z.discriminatedUnion('status', [
  z.strictObject({
    ...identity,
    status: z.literal('answered'),
    /** The complete answer, verbatim. */
    answer: z.string(),
    stop: z.enum(['end', 'length', 'other']),
    max_tokens: z.int().positive(),
    input_tokens: z.int().nonnegative(),
    output_tokens: z.int().nonnegative(),
    usd: z.number().nonnegative(),
  }),
  z.strictObject({ ...identity, status: z.literal('failed'), error: z.string() }),
]);

export type AnswerRecord = z.infer<typeof answerRecordSchema>;

export function questionDigest(question: {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly settings: AnswerSettings;
}): Digest {
  return digestOf(question);
}

/**
 * Returns the file for the answers of a model. A name that is not a valid file name is replaced,
 * with a digest to keep it unique.
 */
export function answersFile(folder: string, model: string): string {
  return join(folder, 'answers', `${modelSlug(model)}.jsonl`);
}

export function modelSlug(model: string): string {
  const plain = model.replaceAll(/[^\w.-]/g, '-');
  if (plain === model) return plain;
  return `${plain}-${createHash('sha256').update(model).digest('hex').slice(0, 6)}`;
}

/**
 * Reads the answers of a file, in order. Returns none if the file does not exist. An incomplete
 * last line is ignored.
 */
export async function readAnswers(path: string): Promise<readonly AnswerRecord[]> {
  return (await readJournal(path, answerRecordSchema)).events;
}
