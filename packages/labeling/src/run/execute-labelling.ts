import { join } from 'node:path';
import { RefbenchError, type LabelCriterion, type Labels } from '@refbench/contracts';
import { acquireLock, Journal, writeFileAtomic } from '@refbench/base';
import { mapConcurrent } from '@refbench/base';
import type { LabelTask } from '../input/label-task.ts';
import type { Answer } from '../labellers/answers.ts';
import { NO_COST, type AskResult } from '../labellers/ask.ts';
import { answerQuestion, type Question, type LabelClients } from '../labellers/labeller.ts';
import {
  claimFolder,
  labelsOfFolder,
  passesFile,
  passNumbers,
  readLabelFolder,
  type LabelPlan,
} from './label-folder.ts';
import { passKey, type PassRecord } from './pass-record.ts';
import { QuestionBuilder, type QuestionOptions } from './question-builder.ts';

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

/** After this many consecutive failures, the provider counts as unreachable. */
const MAX_FAILURES = 12;

interface Pending {
  readonly criterion: LabelCriterion;
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
      .map((criterion) => ({
        criterion,
        passes: passNumbers(plan, criterion).filter(
          (pass) => !isDone(passKey({ instance, criterion, pass })),
        ),
      }))
      .filter(({ passes }) => passes.length > 0);
  const all = tasks.length * plan.criteria.length * plan.passes;
  const open = tasks.flatMap(pendingOf).reduce((sum, { passes }) => sum + passes.length, 0);
  {
    await using journal = await Journal.open<PassRecord>(passesFile(folder));
    const failures = { consecutive: 0 };
    let done = all - open;
    const keep = async (record: PassRecord): Promise<void> => {
      await journal.append(record);
      done += 1;
      onPass?.(done, all, record);
    };
    const builder = new QuestionBuilder(options);
    await mapConcurrent(tasks, jobs, async (task) => {
      const pending = pendingOf(task);
      if (pending.length > 0) await labelTask(task, pending, { options, builder, keep, failures });
    });
  }
  drain.throwIfAborted();
  const after = await readLabelFolder(folder);
  const labels = labelsOfFolder(after);
  const lines = labels.map((one) => `${JSON.stringify(one)}\n`);
  await writeFileAtomic(join(folder, 'labels.jsonl'), lines.join(''));
  const failed = [...after.passes.values()].filter(({ outcome }) => outcome.kind === 'failed');
  return { labels, failed, asked: open };
}

interface TaskWork {
  readonly options: LabellingOptions;
  readonly builder: QuestionBuilder;
  readonly keep: (record: PassRecord) => Promise<void>;
  readonly failures: { consecutive: number };
}

async function labelTask(
  task: LabelTask,
  pending: readonly Pending[],
  work: TaskWork,
): Promise<void> {
  const { options, builder } = work;
  options.drain.throwIfAborted();
  const withCode = pending.filter(({ criterion }) => criterion !== 'issue');
  const read = await builder
    .questions(
      task,
      withCode.map(({ criterion }) => criterion),
    )
    .catch(reasonOf);
  for (const { criterion, passes } of pending) {
    const question =
      criterion === 'issue'
        ? builder.issueQuestion(task)
        : typeof read === 'string'
          ? read
          : read.find((one) => one.criterion === criterion);
    for (const pass of passes) {
      if (question !== undefined) await askPass(task, criterion, pass, question, work);
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
  task: LabelTask,
  criterion: LabelCriterion,
  pass: number,
  question: Question | string,
  { options, keep, failures }: TaskWork,
): Promise<void> {
  const { plan, clients, drain } = options;
  const start = performance.now();
  const asked: AskResult<Answer> =
    typeof question === 'string'
      ? { kind: 'failed', reason: question, provider: false, cost: NO_COST }
      : await answerQuestion(question, clients, options);
  const { cost } = asked;
  const failed = asked.kind === 'failed';
  await keep({
    instance: task.instance,
    criterion,
    pass,
    model: plan.models[criterion],
    prompt: typeof question === 'string' ? null : question.digest,
    outcome: failed ? { kind: 'failed', reason: asked.reason } : { kind: 'label', ...asked.value },
    calls: cost.calls,
    input_tokens: cost.inputTokens,
    cached_tokens: cost.cachedTokens,
    output_tokens: cost.outputTokens,
    usd: cost.usd,
    seconds: Math.round(performance.now() - start) / 1000,
  });
  failures.consecutive = failed && asked.provider ? failures.consecutive + 1 : 0;
  if (failed && failures.consecutive >= MAX_FAILURES) {
    throw new RefbenchError({
      kind: 'infra-incomplete',
      message: `${MAX_FAILURES} consecutive calls failed: ${asked.reason}`,
      hint: 'run the same command later; it retries only passes without a label',
    });
  }
  drain.throwIfAborted();
}
