import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  assertWritable,
  describeSource,
  openTextProblems,
  readDiscussions,
  readTaskPrompts,
  readTaskText,
  skeleton,
  writeTask,
  writeTaskTexts,
  type TaskTexts,
} from '@refbench/tasks';
import { githubClient } from '@refbench/mining';
import { displayPath } from '@refbench/repos';
import { addHostModelOptions, hostModelOf, type HostModelOptions } from '../options/host-model.ts';
import { addOpenLimitOption } from '../options/open-limit-option.ts';
import { openTaskSubject } from '../options/task-subject.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../options/workspace-options.ts';
import { addTaskCheckCommand } from './task-check.ts';
import { addTaskReviewCommand } from './task-review.ts';

interface WriteOptions extends WorkspaceOptions, HostModelOptions {
  readonly fromFile: Partial<TaskTexts>;
  readonly skeleton: boolean;
  readonly force: boolean;
  readonly prompts?: string;
  readonly github?: string | true;
  readonly only?: 'open';
  readonly openLimit: number;
}

export function addTaskCommand(program: Command, setExitCode: (code: number) => void): void {
  const task = program.command('task').description('write and check the task texts of an instance');
  const write = task
    .command('write <instance>')
    .description('write both texts with a model, from files, or as a skeleton for a person')
    .option(
      '--from-file <track=file>',
      'use a file as a text: instructed=FILE or open=FILE (repeatable)',
      collectFile,
      {},
    )
    .option('--skeleton', 'write skeletons with questions for a person to answer', false)
    .option('--force', 'overwrite existing texts', false)
    .option('--prompts <dir>', 'custom task-instructed.md and task-open.md')
    .option('--github [url]', 'also read the pull request and its issues (GITHUB_TOKEN)');
  write.addOption(
    new Option(
      '--only <track>',
      'let the model write this text alone, from the existing instructed text',
    ).choices(['open']),
  );
  addOpenLimitOption(write);
  addHostModelOptions(addWorkspaceOptions(write)).action(
    async (id: string, options: WriteOptions) => writeTexts(id, options),
  );
  addTaskCheckCommand(task, setExitCode);
  addTaskReviewCommand(task);
}

async function writeTexts(id: string, options: WriteOptions): Promise<void> {
  await using subject = await openTaskSubject(id, options);
  const { dir } = subject.entry;
  const report = (files: readonly string[]): void => {
    for (const file of files) process.stdout.write(`${file}\n`);
  };
  if (Object.keys(options.fromFile).length > 0) {
    const texts: Partial<Record<keyof TaskTexts, string>> = {};
    for (const [track, file] of Object.entries(options.fromFile)) {
      texts[track as keyof TaskTexts] = await readText(file);
    }
    assertOpenForm(options.fromFile.open, texts.open, options.openLimit);
    report(await writeTaskTexts(dir, texts, options.force));
    return;
  }
  if (options.skeleton) {
    const paths = subject.patch.files.flatMap(({ newPath, oldPath }) => newPath ?? oldPath ?? []);
    const [title = ''] = subject.message.split('\n', 1);
    report(await writeTaskTexts(dir, skeleton(title, paths.map(displayPath)), options.force));
    return;
  }
  if (options.model === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: 'no model is specified to write the texts',
      hint: 'use --model (with its key), or write the texts by hand with --skeleton, or --from-file instructed=FILE --from-file open=FILE',
    });
  }
  const instructed = options.only === 'open' ? await requireInstructed(dir) : undefined;
  await assertWritable(
    dir,
    instructed === undefined ? ['instructed', 'open'] : ['open'],
    options.force,
  );
  const { client, budgetUsd } = await hostModelOf(options);
  const prompts = await readTaskPrompts(
    options.prompts === undefined ? undefined : resolve(options.prompts),
  );
  const signal = AbortSignal.timeout(1_800_000);
  const { repository } = subject.entry.instance;
  const discussions =
    options.github === undefined
      ? []
      : await readDiscussions(clientOf(options.github), repository.name, subject.message);
  const { message, patch, leaksIn } = subject;
  const written = await writeTask({
    client,
    prompts,
    budgetUsd,
    leaksIn,
    signal,
    instructed,
    openLimit: options.openLimit,
    save: async (track, text) => report(await writeTaskTexts(dir, { [track]: text }, true)),
    subject: describeSource({ message, patch, discussions }),
  });
  process.stderr.write(`$${written.usd.toFixed(4)}\n`);
}

function clientOf(github: string | true): ReturnType<typeof githubClient> {
  const token = process.env['GITHUB_TOKEN'];
  const baseUrl = github === true ? 'https://api.github.com' : github.replace(/\/+$/, '');
  return githubClient({ baseUrl, token: token === '' ? undefined : token });
}

async function requireInstructed(dir: string): Promise<string> {
  const text = await readTaskText(dir, 'instructed');
  if (text !== undefined) return text;
  throw new RefbenchError({
    kind: 'usage',
    message: `${join(dir, 'task.instructed.md')} does not exist`,
    hint: 'omit --only, so that both texts are written',
  });
}

/** @throws RefbenchError kind `invalid-file` if an open text has more than one short line */
function assertOpenForm(file: string | undefined, text: string | undefined, limit: number): void {
  const [problem] = text === undefined ? [] : openTextProblems(text, limit);
  if (problem === undefined) return;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: the open text ${problem}`,
    hint: 'shorten it to one line, or allow more characters with --open-limit',
  });
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.trim() !== '') return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: the file is missing or empty`,
    hint: 'specify a Markdown file with the task',
  });
}

function collectFile(value: string, previous: Partial<TaskTexts>): Partial<TaskTexts> {
  const [, track, file] = /^(instructed|open)=(.+)$/s.exec(value) ?? [];
  if (track === undefined || file === undefined) {
    throw new InvalidArgumentError('use the form instructed=FILE or open=FILE');
  }
  return { ...previous, [track]: resolve(file) };
}
