import { join } from 'node:path';
import { fillTemplate, Journal, readJournal } from '@refbench/base';
import { askUntilFits, CallBudget, ProviderWatch, type ModelClient } from '@refbench/models';
import { z } from 'zod';
import type { Definition } from '../event-filter/definition.ts';
import type { RankedCommit, Scored, Scorer } from './scorer.ts';
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
type Rejected = Scored['rejected'][number];

/**
 * Scores the messages of all commits and the diffs of the best of them (paper, appendix A.1). A commit
 * without a fitting answer is rejected, and the others are ranked. The next command asks about it again.
 */
export function modelScorer(options: ModelScorerOptions): Scorer {
  const { definition, diffOf } = options;
  return async (commits) => {
    await using cache = await openScoreCache(options);
    const rejected: Rejected[] = [];
    const messages: { rankedCommit: RankedCommit; answer: Answer<'message'> }[] = [];
    for (const rankedCommit of commits) {
      const answer = await cache.askMessage(rankedCommit);
      if (typeof answer === 'string') rejected.push(unanswered(rankedCommit, 'message', answer));
      else messages.push({ rankedCommit, answer });
    }
    const ordered = messages.toSorted(
      (a, b) => scoreOfMessage(b.answer) - scoreOfMessage(a.answer),
    );
    const { keep_by_message } = definition.thresholds.third;
    for (const { rankedCommit, answer } of ordered.slice(keep_by_message)) {
      const detail = `message score ${scoreOfMessage(answer).toFixed(4)}, only the best ${keep_by_message} are kept`;
      rejected.push({ rankedCommit, why: { stage: 'third', code: 'message-score', detail } });
    }
    const scored: Scored['scored'][number][] = [];
    for (const { rankedCommit, answer: message } of ordered.slice(0, keep_by_message)) {
      const diff = await cache.askDiff(rankedCommit, diffOf);
      if (typeof diff === 'string') {
        rejected.push(unanswered(rankedCommit, 'diff', diff));
        continue;
      }
      const score = combinedScore(message.dimensions, diff.dimensions);
      const { model, usd } = diff;
      const detail = { message: message.dimensions, diff: diff.dimensions, usd: usd + message.usd };
      scored.push({ rankedCommit, score: { scorer: 'model', score, model, ...detail } });
    }
    return { scored, rejected };
  };
}

function unanswered(rankedCommit: RankedCommit, about: string, reason: string): Rejected {
  const detail = `no score of the ${about}: ${reason}`;
  return { rankedCommit, why: { stage: 'third', code: 'no-answer', detail } };
}

function scoreOfMessage({ dimensions }: Answer<'message'>): number {
  return messageScore(dimensions);
}

/** Both return the reason if no answer fits. */
interface ScoreCache extends AsyncDisposable {
  readonly askMessage: (rankedCommit: RankedCommit) => Promise<Answer<'message'> | string>;
  readonly askDiff: (
    rankedCommit: RankedCommit,
    diffOf: ModelScorerOptions['diffOf'],
  ) => Promise<Answer<'diff'> | string>;
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
  // Questions are asked one after the other, because the budget is checked before each of them.
  const budget = new CallBudget(budgetUsd);
  const watch = new ProviderWatch();
  let done = 0;
  const ask = async <T>(schema: z.ZodType<T>, template: string, subject: string) => {
    const request = { system: SYSTEM, prompt: fillTemplate(template, { subject }), schema, signal };
    const asked = await askUntilFits(() => budget.pay(() => client.structured(request)), signal);
    watch.note(asked);
    if (asked.kind === 'failed') return asked.reason;
    done += 1;
    onAnswer?.(done, budget.spentUsd);
    return { model: client.model, dimensions: asked.value, usd: asked.cost.usd };
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
      if (typeof answer === 'string') return answer;
      return await keep({ about: 'message', golden, ...answer });
    },
    async askDiff(rankedCommit, diffOf) {
      const { finding, measured } = rankedCommit;
      const { golden } = measured;
      const before = known('diff', golden);
      if (before !== undefined) return before;
      const text = `${finding.commit.title ?? ''}\n\n${await diffOf(rankedCommit)}`;
      const answer = await ask(diffDimensionSchema, prompts.diff, text);
      if (typeof answer === 'string') return answer;
      return await keep({ about: 'diff', golden, ...answer });
    },
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
  };
}
