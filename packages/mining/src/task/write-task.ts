import type { ModelClient } from '@refbench/models';
import { RefbenchError } from '@refbench/contracts';
import { z } from 'zod';
import { fillTemplate } from '@refbench/files';
import type { Leak } from './leak-check.ts';
import type { TaskTexts } from './task-files.ts';

/** Prompts. Files with the same names replace them. */
export interface TaskPrompts {
  readonly instructed: string;
  readonly open: string;
}

const instructedSchema = z.strictObject({
  title: z.string().min(3).max(120),
  summary: z.string().min(20),
  why: z.string().min(10),
  scope: z.array(z.string().min(5)).min(1),
  keep: z.array(z.string().min(3)),
});

type Instructed = z.infer<typeof instructedSchema>;

const openSchema = z.strictObject({ open: z.string().min(20).max(400) });

export interface WriteTaskOptions {
  readonly client: ModelClient;
  readonly prompts: TaskPrompts;
  readonly subject: string;
  readonly budgetUsd: number;
  /** Finds leaks in an open text. */
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
  readonly signal: AbortSignal;
}

export interface WrittenTask {
  readonly texts: TaskTexts;
  readonly usd: number;
}

const SYSTEM =
  'You write tasks for a benchmark of code refactoring. Answer with the tool, nothing else.';
/** If a text leaks, the model writes another one and is told what to omit. */
const TRIES = 3;

/**
 * Writes the instructed text from the change, then the open text from the instructed text alone,
 * until it does not leak golden.
 * @throws RefbenchError kind `infra-incomplete` if every open text leaks, `usage` if the budget is
 *   spent
 */
export async function writeTask(options: WriteTaskOptions): Promise<WrittenTask> {
  const { client, prompts, subject, budgetUsd, leaksIn, signal } = options;
  let usd = 0;
  const ask = async <T>(schema: z.ZodType<T>, prompt: string): Promise<T> => {
    if (usd >= budgetUsd) throw overBudget(budgetUsd);
    const answer = await client.structured({ system: SYSTEM, prompt, schema, signal });
    usd += answer.usd;
    return answer.value;
  };
  const instructed = renderInstructed(
    await ask(instructedSchema, fillTemplate(prompts.instructed, { subject })),
  );
  let leaks: readonly Leak[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prompt = fillTemplate(prompts.open, { subject: instructed, leaks: warning(leaks) });
    const { open } = await ask(openSchema, prompt);
    leaks = await leaksIn(open);
    if (leaks.length === 0) return { texts: { instructed, open: `${open.trim()}\n` }, usd };
  }
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `${client.model} leaks ${names(leaks)} in every open text`,
    hint: 'try another model, or write task.open.md by hand (task write --skeleton)',
  });
}

function renderInstructed({ title, summary, why, scope, keep }: Instructed): string {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
  const kept = keep.length === 0 ? '' : `\n## What stays\n\n${list(keep)}\n`;
  return `# ${title}\n\n${summary}\n\n## Why\n\n${why}\n\n## Scope\n\n${list(scope)}\n${kept}`;
}

const MAX_SKELETON_FOLDERS = 15;

/** Returns templates for writing by hand, with the folders that golden changes most. */
export function skeleton(title: string, paths: readonly string[]): TaskTexts {
  const files = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || 'the top folder';
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  const folders = [...files].toSorted(([a, few], [b, many]) => many - few || (a < b ? -1 : 1));
  const shown = folders.slice(0, MAX_SKELETON_FOLDERS);
  const rest = folders.length - shown.length;
  const instructed = renderInstructed({
    title: `TODO: one line, in the imperative (the commit says: ${title})`,
    summary: 'TODO: the current state and the desired state.',
    why: 'TODO: what the change improves.',
    scope: [
      'TODO: what to change, with the exact names',
      ...shown.map(([folder, count]) => `TODO: ${folder} (${count} of its files change)`),
      ...(rest === 0 ? [] : [`TODO: ${rest} more folders`]),
    ],
    keep: ['TODO: behaviour, public names, files to leave alone'],
  });
  return {
    instructed,
    open: 'TODO: one sentence that states the problem without design decisions.\n',
  };
}

function warning(leaks: readonly Leak[]): string {
  if (leaks.length === 0) return '';
  return `An earlier text gave away what only the result has. Do not say: ${names(leaks)}.`;
}

function names(leaks: readonly Leak[]): string {
  return leaks.map(({ name }) => `"${name}"`).join(', ');
}

function overBudget(budgetUsd: number): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `the budget of $${budgetUsd} is spent before the texts were complete`,
    hint: 'specify a larger --budget',
  });
}
