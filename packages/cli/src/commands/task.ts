import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  checkTask,
  describeSource,
  findLeaks,
  githubClient,
  readDiscussions,
  readTaskPrompts,
  skeleton,
  writeTask,
  writeTaskTexts,
  type Leak,
  type TaskTexts,
} from '@refbench/mining';
import {
  displayPath,
  historyOf,
  openRepository,
  parsePatch,
  type ParsedPatch,
} from '@refbench/repos';
import { selectOne, type CatalogEntry } from '@refbench/runner';
import { addHostModelOptions, hostModelOf, type HostModelOptions } from '../host-model.ts';
import { terminalText } from '../terminal-text.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface WriteOptions extends WorkspaceOptions, HostModelOptions {
  readonly fromFile: Partial<TaskTexts>;
  readonly skeleton: boolean;
  readonly force: boolean;
  readonly prompts?: string;
  readonly github?: string | true;
}

interface CheckOptions extends WorkspaceOptions {
  readonly json: boolean;
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
  addHostModelOptions(addWorkspaceOptions(write)).action(
    async (id: string, options: WriteOptions) => writeTexts(id, options),
  );
  const check = task
    .command('check <instance>')
    .description('check that both texts exist and that the open text does not reveal the solution')
    .option('--json', 'print JSON lines on standard output', false);
  addWorkspaceOptions(check).action(async (id: string, options: CheckOptions) => {
    await using subject = await openSubject(id, options);
    const problems = await checkTask(subject.entry.dir, subject.leaksIn);
    for (const { file, problem } of problems) {
      const line = `${file} ${terminalText(problem)}`;
      process.stdout.write(`${options.json ? JSON.stringify({ file, problem }) : line}\n`);
    }
    if (problems.length > 0) setExitCode(EXIT_CODES['invalid-file']);
    else process.stderr.write('both texts exist, and the open text does not reveal the solution\n');
  });
}

async function writeTexts(id: string, options: WriteOptions): Promise<void> {
  await using subject = await openSubject(id, options);
  const { dir } = subject.entry;
  const report = (files: readonly string[]): void => {
    for (const file of files) process.stdout.write(`${file}\n`);
  };
  if (Object.keys(options.fromFile).length > 0) {
    const texts: Partial<Record<keyof TaskTexts, string>> = {};
    for (const [track, file] of Object.entries(options.fromFile)) {
      texts[track as keyof TaskTexts] = await readText(file);
    }
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
    subject: describeSource({ message, patch, discussions }),
  });
  report(await writeTaskTexts(dir, written.texts, options.force));
  process.stderr.write(`$${written.usd.toFixed(4)}\n`);
}

/** The commits of an instance, and a check for texts that reveal them. */
interface Subject extends AsyncDisposable {
  readonly entry: CatalogEntry;
  readonly message: string;
  readonly patch: ParsedPatch;
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
}

async function openSubject(id: string, options: WorkspaceOptions): Promise<Subject> {
  const workspace = workspaceOf(options);
  const entry = await selectOne(workspace, id);
  const { repository: place, base, golden } = entry.instance;
  const repository = await openRepository({
    repository: place,
    instanceDir: entry.dir,
    base,
    golden,
    mirror: workspace.mirror,
    cacheDir: join(workspace.stateDir, 'repositories'),
  });
  try {
    const history = historyOf(repository);
    const { message = '' } = (await history.commit(golden)) ?? {};
    const diff = await history.renameDiff(base, golden);
    const patch = diff instanceof Buffer ? parsePatch(diff) : undefined;
    if (patch?.kind !== 'parsed') {
      throw new RefbenchError({
        kind: 'repository',
        message: `the golden diff of ${id} cannot be read`,
        hint: 'specify a complete clone with --mirror',
      });
    }
    return {
      entry,
      message,
      patch,
      leaksIn: (text) => findLeaks(text, { golden, message, patch }, repository, base),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

function clientOf(github: string | true): ReturnType<typeof githubClient> {
  const token = process.env['GITHUB_TOKEN'];
  const baseUrl = github === true ? 'https://api.github.com' : github.replace(/\/+$/, '');
  return githubClient({ baseUrl, token: token === '' ? undefined : token });
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
