import { join } from 'node:path';
import { RefbenchError, type LabelCriterion, type Labels } from '@refbench/contracts';
import { Journal, acquireLock, mapConcurrent } from '@refbench/base';
import { NO_ASK_COST, ProviderWatch, type AskResult, type LimitedClient } from '@refbench/models';
import type { LabelTask } from '../input/label-task.ts';
import type { Answer } from '../labellers/answers.ts';
import { answerQuestion, type Question } from '../labellers/labeller.ts';
import {
  claimFolder,
  labelsOfFolder,
  passesFile,
  passNumbers,
  readLabelFolder,
  writeLabels,
  type LabelPlan,
} from './label-folder.ts';
import { passKey, type PassRecord } from './pass-record.ts';
import { labellersOf } from './plan-models.ts';
import { QuestionBuilder, type QuestionOptions } from './question-builder.ts';

/** The clients of a run. */
export interface LabelClients {
  /** One client per model of the plan, by its name there. */
  readonly labellers: ReadonlyMap<string, LimitedClient>;
  readonly reader?: LimitedClient | undefined;
}

export interface LabellingOptions extends QuestionOptions {
  readonly folder: string;
  readonly plan: LabelPlan;
  readonly tasks: readonly LabelTask[];
  readonly clients: LabelClients;
  /** Number of tasks to process concurrently. */
  readonly jobs: number;
  /** Stops the run after the passes in progress. `signal` also aborts those. */
  readonly drain: AbortSignal;
  /** Called after each pass. */
  readonly onPass?: (done: number, all: number, record: PassRecord) => void;
}

export interface LabellingResult {
  readonly labels: readonly Labels[];
  /** Passes without a label. The next start retries them. */
  readonly failed: readonly PassRecord[];
  /** Number of passes that this start executed. */
  readonly asked: number;
}

/** Passes of one model that have no label yet. */
interface Pending {
  readonly criterion: LabelCriterion;
  readonly model: string;
  readonly passes: readonly number[];
}

/**
 * Labels all tasks, with one answer per pass. Passes are stored immediately, so that the same call resumes
 * an interrupted run. Labels are written after all passes.
 * @throws RefbenchError `usage` for a different plan, an invalid key or an exhausted budget;
 *   `infra-incomplete` if the provider does not answer; the reason of the signal if aborted
 */
export async function executeLabelling(options: LabellingOptions): Promise<LabellingResult> {
  const { folder, plan, tasks, jobs, drain, onPass } = options;
  await using _lock = await acquireLock(join(folder, 'lock'), `labelling in ${folder}`);
  await claimFolder(folder, plan, tasks);
  const before = await readLabelFolder(folder);
  const isDone = (key: string): boolean => before.passes.get(key)?.outcome.kind === 'label';
  const pendingOf = ({ instance }: LabelTask): readonly Pending[] =>
    plan.criteria
      .flatMap((criterion) => labellersOf(plan, criterion).map((model) => ({ criterion, model })))
      .map(({ criterion, model }) => ({
        criterion,
        model,
        passes: passNumbers(plan, criterion).filter(
          (pass) => !isDone(passKey({ instance, criterion, model, pass })),
        ),
      }))
      .filter(({ passes }) => passes.length > 0);
  const labellers = plan.criteria.flatMap((criterion) => labellersOf(plan, criterion)).length;
  const all = tasks.length * labellers * plan.passes;
  const open = tasks.flatMap(pendingOf).reduce((sum, { passes }) => sum + passes.length, 0);
  {
    await using journal = await Journal.open<PassRecord>(passesFile(folder));
    const watch = new ProviderWatch();
    let done = all - open;
    const keep = async (record: PassRecord): Promise<void> => {
      await journal.append(record);
      done += 1;
      onPass?.(done, all, record);
    };
    const builder = new QuestionBuilder(options);
    await mapConcurrent(tasks, jobs, async (task) => {
      const pending = pendingOf(task);
      if (pending.length > 0) await labelTask(task, pending, { options, builder, keep, watch });
    });
  }
  drain.throwIfAborted();
  const after = await readLabelFolder(folder);
  const labels = labelsOfFolder(after);
  await writeLabels(folder, labels);
  const failed = [...after.passes.values()].filter(({ outcome }) => outcome.kind === 'failed');
  return { labels, failed, asked: open };
}

interface TaskWork {
  readonly options: LabellingOptions;
  readonly builder: QuestionBuilder;
  readonly keep: (record: PassRecord) => Promise<void>;
  readonly watch: ProviderWatch;
}

async function labelTask(
  task: LabelTask,
  pending: readonly Pending[],
  work: TaskWork,
): Promise<void> {
  const { options, builder } = work;
  options.drain.throwIfAborted();
  const asked = new Set(pending.map(({ criterion }) => criterion));
  const withCode = [...asked].filter((criterion) => criterion !== 'issue');
  const read = await builder.questions(task, withCode).catch(reasonOf);
  for (const { criterion, model, passes } of pending) {
    const question =
      criterion === 'issue'
        ? builder.issueQuestion(task)
        : typeof read === 'string'
          ? read
          : read.find((one) => one.criterion === criterion);
    for (const pass of passes) {
      if (question === undefined) continue;
      await askPass({ instance: task.instance, criterion, model, pass }, question, work);
    }
  }
}

/** A task whose questions cannot be built does not stop the other tasks. */
function reasonOf(error: unknown): string {
  if (!RefbenchError.isInstance(error)) throw error;
  if (error.kind !== 'repository' && error.kind !== 'invalid-file') throw error;
  return error.message;
}

async function askPass(
  about: Pick<PassRecord, 'instance' | 'criterion' | 'model' | 'pass'>,
  question: Question | string,
  { options, keep, watch }: TaskWork,
): Promise<void> {
  const { clients, drain } = options;
  const labeller = clients.labellers.get(about.model);
  if (labeller === undefined) throw new Error(`no client for ${about.model}`);
  const start = performance.now();
  const asked: AskResult<Answer> =
    typeof question === 'string'
      ? { kind: 'failed', reason: question, provider: false, cost: NO_ASK_COST }
      : await answerQuestion(question, { labeller, reader: clients.reader }, options);
  const { cost } = asked;
  const failed = asked.kind === 'failed';
  await keep({
    ...about,
    prompt: typeof question === 'string' ? null : question.digest,
    outcome: failed ? { kind: 'failed', reason: asked.reason } : { kind: 'label', ...asked.value },
    calls: cost.calls,
    input_tokens: cost.inputTokens,
    cached_tokens: cost.cachedTokens,
    output_tokens: cost.outputTokens,
    usd: cost.usd,
    seconds: Math.round(performance.now() - start) / 1000,
  });
  watch.note(asked);
  drain.throwIfAborted();
}
