import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { readTaskText } from '@refbench/tasks';
import {
  codeSource,
  readSample,
  readTickets,
  sampleSubjects,
  sourceFilter,
  type Subject,
} from '@refbench/outcome-tiers';
import { historyOf, openRepository } from '@refbench/repos';
import { selectEntries, type CatalogEntry } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import {
  addFilters,
  refuseFilters,
  selectionOf,
  type SelectionOptions,
} from './selection-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  openTiersHistory,
  tiersFile,
  type RepositoryOptions,
  type TiersFolderOptions,
} from './tiers-options.ts';
import { addFolderOption, addMirrorOption, collectList, workspaceOf } from './workspace-options.ts';

/** The subjects of the questions: tickets of a sample, or tasks of instances. */
export interface SubjectOptions
  extends
    TiersFolderOptions,
    RepositoryOptions,
    Pick<SelectionOptions, 'language' | 'exclude' | 'limit'> {
  readonly sample?: string;
  readonly tickets?: string;
  readonly instances?: readonly string[];
  readonly instancesDir: string;
  readonly track: 'instructed' | 'open';
}

export function addSubjectOptions(command: Command): Command {
  addFolderOption(addRepositoryOptions(command), 'instances', undefined);
  // In this command, --sample takes a file of tickets.
  return addFilters(command, ['sample'])
    .option('--sample <file>', 'file of the sample (default: sample.json in the folder)')
    .option('--tickets <file>', 'file of tickets (default: tickets.jsonl in the folder)')
    .option(
      '--instances <ids|globs|sets>',
      'use instances instead of a sample (repeatable, or a,b)',
      collectList,
    )
    .addOption(
      new Option('--track <track>', 'task text of instances')
        .choices(['instructed', 'open'])
        .default('instructed'),
    );
}

export function addRepositoryOptions(command: Command): Command {
  return addFolderOption(addMirrorOption(command), 'state', 'write');
}

export interface OpenSubjects extends AsyncDisposable {
  readonly subjects: readonly Subject[];
}

/** Opens the subjects with their repositories. Disposing closes both. */
export function openSubjects(options: SubjectOptions): Promise<OpenSubjects> {
  return options.instances === undefined ? openSample(options) : openInstances(options);
}

async function openSample(options: SubjectOptions): Promise<OpenSubjects> {
  refuseFilters(options, ['language', 'limit', 'exclude']);
  const { folder } = options;
  const path = tiersFile(folder, 'sample.json', options.sample);
  const sample = await readSample(path);
  if (sample.repository === null) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${path} does not name a repository`,
      hint: 'draw it again with "refbench tiers sample --repository owner/name"',
    });
  }
  const history = await openTiersHistory(sample.repository, options);
  try {
    const tickets = readTickets(tiersFile(folder, 'tickets.jsonl', options.tickets));
    const found = await sampleSubjects(sample, tickets, codeSource(history));
    if (found.withoutTicket.length > 0) {
      const keys = terminalText(found.withoutTicket.slice(0, 5).join(', '));
      process.stderr.write(
        `note: ${found.withoutTicket.length} tickets are not in tickets.jsonl and have no text: ${keys}\n`,
      );
    }
    return {
      subjects: found.subjects,
      [Symbol.asyncDispose]: async () => history[Symbol.asyncDispose](),
    };
  } catch (error) {
    await history[Symbol.asyncDispose]();
    throw error;
  }
}

async function openInstances(options: SubjectOptions): Promise<OpenSubjects> {
  const workspace = workspaceOf({ ...options, rulesDir: 'rules', runsDir: 'runs' });
  const { sample: _file, ...filters } = options;
  const entries = await selectEntries(workspace, selectionOf(options.instances, filters));
  const subjects: Subject[] = [];
  const opened: AsyncDisposable[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each[Symbol.asyncDispose]();
  };
  try {
    for (const entry of entries) {
      const text = await readTaskText(entry.dir, options.track);
      if (text === undefined) throw withoutTask(entry, options.track);
      const { subject, repository } = await openInstance(entry, workspace, text, options.track);
      opened.push(repository);
      subjects.push(subject);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { subjects, [Symbol.asyncDispose]: close };
}

/**
 * Uses the first line of the task as the summary, and the source files that golden changes as the
 * files.
 */
async function openInstance(
  { dir, instance }: CatalogEntry,
  { mirror, stateDir }: Workspace,
  text: string,
  tier: string,
): Promise<{ readonly subject: Subject; readonly repository: AsyncDisposable }> {
  const { id, base, golden, language } = instance;
  const repository = await openRepository({
    repository: instance.repository,
    instanceDir: dir,
    base,
    golden,
    mirror,
    cacheDir: join(stateDir, 'repositories'),
  });
  const history = historyOf(repository);
  const filter = await sourceFilter(language);
  const paths = await history.changedPaths([{ commit: golden, parent: base }]);
  const [first = '', ...rest] = text.trim().split('\n');
  const subject = {
    key: id,
    sha: golden,
    parent: base,
    files: (paths.get(golden) ?? []).filter(filter.admits),
    tier,
    summary: first.replace(/^#+\s*/, ''),
    description: rest.join('\n').trim(),
    language,
    extensions: filter.extensions,
    code: codeSource(history),
  };
  return { subject, repository };
}

function withoutTask({ instance }: CatalogEntry, track: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `instance "${instance.id}" has no task text for the track ${track}`,
    hint: `write it: refbench task write ${instance.id}`,
  });
}
