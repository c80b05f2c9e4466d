import { CallBudget, type ModelClient } from '@refbench/models';
import { RefbenchError, type Track } from '@refbench/contracts';
import { z } from 'zod';
import { fillTemplate } from '@refbench/base';
import { expectForm } from './expect-form.ts';
import type { Leak } from './leak-check.ts';
import { instructedSchema, renderInstructed } from './instructed-form.ts';
import { OPEN_LIMIT, openTextProblems } from './open-text.ts';
import type { TaskTexts } from './task-files.ts';

/** Prompts. Files with the same names replace them. */
export interface TaskPrompts {
  readonly instructed: string;
  readonly open: string;
}

/** Longer than any valid text, so that the answer is read and its length is judged here. */
const openSchema = z.strictObject({ open: z.string().min(10).max(400) });

export interface WriteTaskOptions {
  readonly client: ModelClient;
  readonly prompts: TaskPrompts;
  readonly subject: string;
  readonly budgetUsd: number;
  /** Finds leaks in an open text. */
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
  /** Maximum length of the open text in characters. */
  readonly openLimit?: number | undefined;
  /** An instructed text that exists already. Then only the open text is written. */
  readonly instructed?: string | undefined;
  /** Stores a text as soon as it is finished, so that no later failure loses what was paid for. */
  readonly save: (track: Track, text: string) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface WrittenTask {
  readonly texts: TaskTexts;
  readonly usd: number;
}

const SYSTEM =
  'You write tasks for a benchmark of code refactoring. Answer with the tool, nothing else.';
/** If a text leaks or is too long, the model writes another one and is told what to change. */
const TRIES = 3;

type Ask = <T>(schema: z.ZodType<T>, prompt: string) => Promise<T>;

/**
 * Writes the instructed text from the change, then the open text from the instructed text alone,
 * until it is short enough and does not leak golden. Each text is saved when it is finished.
 * @throws RefbenchError kind `infra-incomplete` if every open text is unsuitable, `usage` if the
 *   budget is spent; the message says which text was kept
 */
export async function writeTask(options: WriteTaskOptions): Promise<WrittenTask> {
  const { client, prompts, subject, budgetUsd, save, signal } = options;
  const budget = new CallBudget(budgetUsd);
  const ask: Ask = async (schema, prompt) => {
    const request = { system: SYSTEM, prompt, schema, signal };
    const call = (): ReturnType<typeof client.structured<z.infer<typeof schema>>> =>
      client.structured(request);
    const { value } = await expectForm(client.model, () => budget.pay(call), signal);
    return value;
  };
  let { instructed } = options;
  if (instructed === undefined) {
    const form = await ask(instructedSchema, fillTemplate(prompts.instructed, { subject }));
    instructed = renderInstructed(form);
    await save('instructed', instructed);
  }
  try {
    const open = await writeOpen(instructed, options, ask);
    await save('open', open);
    return { texts: { instructed, open }, usd: budget.spentUsd };
  } catch (error) {
    throw options.instructed === undefined ? withKeptText(error) : error;
  }
}

async function writeOpen(
  instructed: string,
  { client, prompts, leaksIn, openLimit = OPEN_LIMIT }: WriteTaskOptions,
  ask: Ask,
): Promise<string> {
  let leaks: readonly Leak[] = [];
  let problems: readonly string[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prompt = fillTemplate(prompts.open, {
      subject: instructed,
      limit: openLimit.toString(),
      leaks: warning(leaks, problems),
    });
    const open = (await ask(openSchema, prompt)).open.trim();
    leaks = await leaksIn(open);
    problems = openTextProblems(open, openLimit);
    if (leaks.length === 0 && problems.length === 0) return `${open}\n`;
  }
  const reasons = [...(leaks.length === 0 ? [] : [`leaks ${names(leaks)}`]), ...problems];
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `none of ${TRIES} open texts of ${client.model} is suitable; the last one ${reasons.join(', ')}`,
    hint: 'try another model, or write task.open.md by hand (task write --skeleton)',
  });
}

/** Tells the reader that the failure did not cost the finished text. */
function withKeptText(error: unknown): unknown {
  if (!RefbenchError.isInstance(error)) return error;
  return new RefbenchError({
    kind: error.kind,
    message: `${error.message}; task.instructed.md is finished and was kept`,
    hint: `${error.hint}; --only open writes the open text alone`,
    cause: error,
  });
}

function warning(leaks: readonly Leak[], problems: readonly string[]): string {
  const parts = [
    ...(leaks.length === 0
      ? []
      : [`An earlier text gave away what only the result has. Do not say: ${names(leaks)}.`]),
    ...problems.map((problem) => `An earlier text cannot be used, because it ${problem}.`),
  ];
  return parts.join(' ');
}

function names(leaks: readonly Leak[]): string {
  const said = leaks.flatMap(({ name, spelling }) => [name, spelling]);
  return [...new Set(said)].map((name) => `"${name}"`).join(', ');
}
