import { join } from 'node:path';
import { planControlSchema, TOOL_VERSION, type PlanControl } from '@refbench/contracts';
import {
  acquireLock,
  Journal,
  readJournal,
  sha256OfBytes,
  digestOf,
  sortByText,
} from '@refbench/base';
import { readTask, type CatalogEntry } from '@refbench/instances';
import { runFolder, type Workspace } from '@refbench/workspace';
import { findSixPlans, type SixPlans } from './control-plans.ts';
import type { Judge } from '../submission/judge.ts';
import type { PromptSet } from '../submission/prompt-set.ts';

/** Index of the single plan among the six. */
const SINGLE = 5;

export interface PlanControlOptions {
  readonly workspace: Workspace;
  readonly entries: readonly CatalogEntry[];
  readonly multiplanRun: string;
  readonly planRun: string;
  readonly seed: string;
  readonly judge: Judge;
  readonly prompts: PromptSet;
  readonly signal: AbortSignal;
  /** `reused`: an earlier command already paid for this judgement. */
  readonly onJudged: (record: PlanControl, reused: boolean) => void;
}

export interface PlanControlResult {
  readonly file: string;
  readonly records: readonly PlanControl[];
  /** Judgements that failed, with the reason. */
  readonly failed: readonly {
    readonly instance: string;
    readonly agent: string;
    readonly reason: string;
  }[];
  readonly singleChosen: number;
}

/**
 * Measures whether choosing among five plans is better than making one. The judge sees all six in a
 * seeded order. If the single plan wins more often than one time in six, five plans were not worth
 * it. Every judgement is appended to a journal beside the multiplan run, and is never paid for
 * twice.
 */
export async function controlPlans(options: PlanControlOptions): Promise<PlanControlResult> {
  const { workspace, multiplanRun, planRun } = options;
  const folder = runFolder(workspace, multiplanRun);
  const file = join(folder, `plan-control.${planRun}.jsonl`);
  await using _lock = await acquireLock(`${file}.lock`, `the plan control of "${multiplanRun}"`);
  const { events: stored } = await readJournal(file, planControlSchema);
  await using journal = await Journal.open<PlanControl>(file);
  const records: PlanControl[] = [];
  const failed: PlanControlResult['failed'][number][] = [];
  for (const entry of options.entries) {
    const instance = entry.instance.id;
    const sixes = await findSixPlans(
      join(folder, instance),
      join(runFolder(workspace, planRun), instance),
    );
    for (const six of sixes) {
      if (options.signal.aborted) break;
      const question = await questionOf(options, entry, six);
      const known = stored.find((record) => isAnswerTo(record, question));
      if (known !== undefined) {
        records.push(known);
        options.onJudged(known, true);
        continue;
      }
      const answer = await ask(options, question);
      if (answer.kind === 'failed') {
        failed.push({ instance, agent: six.agent, reason: answer.reason });
      } else if (answer.kind === 'answered') {
        await journal.append(answer.record);
        records.push(answer.record);
        options.onJudged(answer.record, false);
      }
    }
  }
  const singleChosen = records.filter(({ choice }) => choice === SINGLE).length;
  return { file, records, failed, singleChosen };
}

type Question = Omit<
  PlanControl,
  'choice' | 'reasoning' | 'tries' | 'usage' | 'tool' | 'at' | 'schema'
> & { readonly prompt: string };

async function questionOf(
  { seed, judge, prompts }: PlanControlOptions,
  entry: CatalogEntry,
  six: SixPlans,
): Promise<Question> {
  const instance = entry.instance.id;
  const order = seededOrder(seed, `${instance}/${six.agent}`, six.texts.length);
  const shown = order.map((index) => six.texts[index] ?? '');
  const prompt = prompts.judge(await readTask(entry, 'instructed'), shown);
  return {
    instance,
    agent: six.agent,
    attempts: six.attempts,
    plans: six.texts.map((text) => sha256OfBytes(text)),
    seed,
    order: [...order],
    inputs: { prompt: sha256OfBytes(prompt), model: judge.model },
    prompt,
  };
}

/** The prompt contains plans and order. Prompt and model together determine the judgement. */
function isAnswerTo(record: PlanControl, question: Question): boolean {
  return (
    record.instance === question.instance &&
    record.agent === question.agent &&
    record.seed === question.seed &&
    record.inputs.prompt === question.inputs.prompt &&
    record.inputs.model === question.inputs.model
  );
}

async function ask(
  { judge, signal }: PlanControlOptions,
  { prompt, ...question }: Question,
): Promise<
  | { readonly kind: 'answered'; readonly record: PlanControl }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' }
> {
  const judgement = await judge.choose({ prompt, plans: question.order.length, signal });
  if (judgement.kind === 'stopped') return judgement;
  if (judgement.kind !== 'chosen') return { kind: 'failed', reason: judgement.detail };
  const choice = question.order[judgement.choice];
  if (choice === undefined) return { kind: 'failed', reason: 'the judge chose no plan' };
  const { reasoning, tries, usage } = judgement;
  const at = new Date().toISOString();
  const record = {
    schema: 1,
    ...question,
    choice,
    reasoning,
    tries,
    usage,
    tool: TOOL_VERSION,
    at,
  } as const;
  return { kind: 'answered', record };
}

/** A permutation of 0 .. count - 1 that depends only on the seed and the key. */
export function seededOrder(seed: string, key: string, count: number): readonly number[] {
  return sortByText(Array(count).keys(), (index) => digestOf([seed, key, index]));
}
