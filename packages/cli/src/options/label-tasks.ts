import { join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError, type Track } from '@refbench/contracts';
import { cellText, instanceTask, readRows, tasksOfRows, type LabelTask } from '@refbench/labeling';
import { openHistory, type Repository } from '@refbench/repos';
import {
  openInstanceRepository,
  readTask,
  selectEntries,
  type CatalogEntry,
  type Selection,
} from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import {
  addSelectionOptions,
  refuseFilters,
  selectionOf,
  type SelectionOptions,
} from './selection-options.ts';
import { collectList } from './workspace-options.ts';

/** The tasks to label and the source of their code. */
export interface TaskOptions extends Omit<SelectionOptions, 'exclude'> {
  readonly input?: string;
  readonly instances?: readonly string[];
  readonly only?: string;
  readonly exclude?: string;
  readonly url?: string;
  readonly track: Track;
}

export function addTaskOptions(command: Command): Command {
  // In this command, --exclude takes a file of rows and also applies to instances.
  return addSelectionOptions(command, ['exclude'])
    .option('--input <file>', 'rows in the format of SWE-bench: .jsonl, .json, .csv or .parquet')
    .option(
      '--instances <ids|globs|sets>',
      'instances of this benchmark (repeatable, or a,b)',
      collectList,
    )
    .option('--only <file>', 'label only rows whose instance_id is in this file of rows')
    .option('--exclude <file>', 'rows used to write the prompts; they are not labelled')
    .option('--url <template>', 'URL of repositories that --mirror lacks, with {owner} and {name}')
    .addOption(
      new Option('--track <track>', 'task text of an instance')
        .choices(['instructed', 'open'])
        .default('instructed'),
    );
}

export interface Tasks {
  readonly tasks: readonly LabelTask[];
  /** Instances of this benchmark by their ids; empty for rows. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** Ids that were excluded because the prompts were written with them. */
  readonly keptOut: readonly string[];
  readonly openBase: (task: LabelTask) => Promise<Repository>;
}

/**
 * @throws RefbenchError kind `usage` if no task is specified, `invalid-file` if the rows are
 * unreadable
 */
export async function tasksOf(
  options: TaskOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Tasks> {
  const { input, instances } = options;
  if ((input === undefined) === (instances === undefined)) {
    throw new RefbenchError({
      kind: 'usage',
      message: 'specify what to label',
      hint: 'use either --input FILE or --instances GLOB',
    });
  }
  const { exclude: _rows, ...filters } = options;
  if (input !== undefined) refuseFilters(filters, ['language', 'limit', 'sample']);
  const read =
    input === undefined
      ? await instanceTasks(selectionOf(instances, filters), options.track, workspace, signal)
      : await rowTasks(input, options, workspace, signal);
  const [only, exclude] = [await readIds(options.only), await readIds(options.exclude)];
  const wanted = read.tasks.filter(
    ({ instance }) => options.only === undefined || only.has(instance),
  );
  const keptOut = wanted.filter(({ instance }) => exclude.has(instance));
  const tasks = wanted.filter((task) => !keptOut.includes(task));
  if (tasks.length > 0) {
    return { ...read, tasks, keptOut: keptOut.map(({ instance }) => instance).sort() };
  }
  throw new RefbenchError({
    kind: 'usage',
    message: 'nothing is left to label',
    hint: 'change --only and --exclude, or use other rows',
  });
}

async function rowTasks(
  input: string,
  { url }: TaskOptions,
  { mirror, stateDir }: Workspace,
  signal: AbortSignal,
): Promise<Omit<Tasks, 'keptOut'>> {
  const openBase = async ({ instance, repository, base }: LabelTask): Promise<Repository> => {
    const [owner = '', name = ''] = repository.split('/');
    const address = url?.replaceAll('{owner}', owner).replaceAll('{name}', name);
    const cacheDir = join(stateDir, 'repositories');
    const history = await openHistory({
      name: repository,
      mirror,
      url: address,
      golden: base,
      cacheDir,
      signal,
    });
    if (history.kind === 'history') return history.repository;
    throw new RefbenchError({
      kind: 'repository',
      message: `${instance}: ${repository} at ${base} cannot be read: ${history.reason}`,
      hint: "specify a complete clone with --mirror, or a URL with --url 'https://host/{owner}/{name}.git'",
    });
  };
  const tasks = tasksOfRows(await readRows(resolve(input)), input);
  return { tasks, entries: new Map(), openBase };
}

async function instanceTasks(
  selection: Selection,
  track: Track,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Omit<Tasks, 'keptOut'>> {
  const selected = await selectEntries(workspace, selection);
  const entries = new Map(selected.map((entry) => [entry.instance.id, entry]));
  const open = (entry: CatalogEntry): Promise<Repository> =>
    openInstanceRepository({ workspace, entry, signal });
  const tasks: LabelTask[] = [];
  for (const entry of selected) {
    await using repository = await open(entry);
    tasks.push(await instanceTask(entry.instance, await readTask(entry, track), repository));
  }
  return {
    tasks,
    entries,
    openBase: ({ instance }) => {
      const entry = entries.get(instance);
      if (entry === undefined) throw new Error(`${instance} was not selected`);
      return open(entry);
    },
  };
}

/** Reads the ids in a file of rows; none if no file is given. */
export async function readIds(file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  const rows = await readRows(resolve(file));
  return new Set(rows.map((row) => cellText(row, 'instance_id', 'instance')));
}
