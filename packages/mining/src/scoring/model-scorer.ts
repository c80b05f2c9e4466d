import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { fillTemplate, Journal, readJournal } from '@refbench/base';
import type { ModelClient } from '@refbench/models';
import { z } from 'zod';
import type { Definition } from '../event-filter/definition.ts';
import type { RankedCommit, Scorer } from './scorer.ts';
import {
  combinedScore,
  diffDimensionSchema,
  messageDimensionSchema,
  messageScore,
} from './combined-score.ts';
import type { ScoringPrompts } from './scoring-prompts.ts';

export interface ModelScorerOptions {
  readonly client: ModelClient;
  readonly definition: Definition;
  readonly prompts: ScoringPrompts;
  readonly folder: string;
  /** Budget of this command. Scores that an earlier command paid for are reused. */
  readonly budgetUsd: number;
  /** Returns the excerpt of the diff that the model reads. */
  readonly diffOf: (rankedCommit: RankedCommit) => Promise<string>;
  readonly signal: AbortSignal;
  readonly onAnswer?: (done: number, usd: number) => void;
}

const SYSTEM = 'You judge commits by a fixed scale. Give your numbers with the tool, nothing else.';

const recordSchema = z.discriminatedUnion('about', [
  z.strictObject({
    about: z.literal('message'),
    golden: z.string(),
    model: z.string(),
    dimensions: messageDimensionSchema,
    usd: z.number(),
  }),
  z.strictObject({
    about: z.literal('diff'),
    golden: z.string(),
    model: z.string(),
    dimensions: diffDimensionSchema,
    usd: z.number(),
  }),
]);

type ScoreRecord = z.infer<typeof recordSchema>;
type Answer<A> = Extract<ScoreRecord, { about: A }>;

/** Scores the messages of all commits and the diffs of the best of them (paper, appendix A.1). */
export function modelScorer(options: ModelScorerOptions): Scorer {
  const { definition, diffOf } = options;
  return async (commits) => {
    await using cache = await openScoreCache(options);
    const messages = await mapSequential(commits, async (rankedCommit) => ({
      rankedCommit,
      answer: await cache.askMessage(rankedCommit),
    }));
    const ordered = messages.toSorted(
      (a, b) => scoreOfMessage(b.answer) - scoreOfMessage(a.answer),
    );
    const { keep_by_message } = definition.thresholds.third;
    const rejected = ordered.slice(keep_by_message).map(({ rankedCommit, answer }) => {
      const detail = `message score ${scoreOfMessage(answer).toFixed(4)}, only the best ${keep_by_message} are kept`;
      return { rankedCommit, why: { stage: 'third', code: 'message-score', detail } as const };
    });
    const scored = await mapSequential(ordered.slice(0, keep_by_message), async (entry) => {
      const { rankedCommit, answer: message } = entry;
      const diff = await cache.askDiff(rankedCommit, diffOf);
      const score = combinedScore(message.dimensions, diff.dimensions);
      const { model, usd } = diff;
      const detail = { message: message.dimensions, diff: diff.dimensions, usd: usd + message.usd };
      return { rankedCommit, score: { scorer: 'model', score, model, ...detail } as const };
    });
    return { scored, rejected };
  };
}

function scoreOfMessage({ dimensions }: Answer<'message'>): number {
  return messageScore(dimensions);
}

interface ScoreCache extends AsyncDisposable {
  readonly askMessage: (rankedCommit: RankedCommit) => Promise<Answer<'message'>>;
  readonly askDiff: (
    rankedCommit: RankedCommit,
    diffOf: ModelScorerOptions['diffOf'],
  ) => Promise<Answer<'diff'>>;
}

/**
 * Requests each score once per commit and model. Each score is stored in scores.jsonl before the
 * next request.
 */
async function openScoreCache(options: ModelScorerOptions): Promise<ScoreCache> {
  const { client, prompts, folder, budgetUsd, signal, onAnswer } = options;
  const file = join(folder, 'scores.jsonl');
  const { events } = await readJournal(file, recordSchema);
  const journal = await Journal.open<ScoreRecord>(file);
  let [spent, asked] = [0, 0];
  const ask = async <T>(schema: z.ZodType<T>, template: string, subject: string) => {
    if (spent >= budgetUsd) throw overBudget(budgetUsd);
    const prompt = fillTemplate(template, { subject });
    const { value, usd } = await client.structured({ system: SYSTEM, prompt, schema, signal });
    spent += usd;
    asked += 1;
    onAnswer?.(asked, spent);
    return { model: client.model, dimensions: value, usd };
  };
  const keep = async <R extends ScoreRecord>(record: R): Promise<R> => {
    await journal.append(record);
    return record;
  };
  const known = <A extends ScoreRecord['about']>(about: A, golden: string): Answer<A> | undefined =>
    events.find(
      (event): event is Answer<A> =>
        event.about === about && event.golden === golden && event.model === client.model,
    );
  return {
    async askMessage({ finding: { commit }, measured: { golden } }) {
      const before = known('message', golden);
      if (before !== undefined) return before;
      const text = `${commit.title ?? ''}\n\n${commit.body ?? ''}`;
      const answer = await ask(messageDimensionSchema, prompts.message, text);
      return await keep({ about: 'message', golden, ...answer });
    },
    async askDiff(rankedCommit, diffOf) {
      const { finding, measured } = rankedCommit;
      const { golden } = measured;
      const before = known('diff', golden);
      if (before !== undefined) return before;
      const text = `${finding.commit.title ?? ''}\n\n${await diffOf(rankedCommit)}`;
      const answer = await ask(diffDimensionSchema, prompts.diff, text);
      return await keep({ about: 'diff', golden, ...answer });
    },
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
  };
}

/** Runs sequentially, because the budget is checked before each request. */
async function mapSequential<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function overBudget(budgetUsd: number): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `the budget of $${budgetUsd} is spent; all scores so far are kept`,
    hint: 'run the same command with a larger --budget to continue',
  });
}
