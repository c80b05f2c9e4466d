import { existsSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  buildIndex,
  DEFAULT_REFS,
  indexTables,
  KEY_PLACES,
  PICKS,
  readLabels,
  sourceFilter,
  writeIndex,
  type KeyPlace,
  type Pick,
} from '@refbench/outcome-tiers';
import { positive } from '../../options/number-options.ts';
import {
  addJson,
  addTiersFolder,
  openTiersHistory,
  printJson,
  printTables,
  tiersFile,
  type RepositoryOptions,
  type TiersFolderOptions,
} from '../../options/tiers-options.ts';
import { addRepositoryOptions } from '../../options/tiers-subjects.ts';
import { collectList } from '../../options/workspace-options.ts';

interface IndexOptions extends TiersFolderOptions, RepositoryOptions {
  readonly project: readonly string[];
  readonly labels?: string | false;
  readonly refs?: readonly string[];
  readonly until?: string;
  readonly where: KeyPlace;
  readonly maxNumber?: number;
  readonly pick: Pick;
  readonly merges: 'skip' | 'first-parent';
  readonly language: string;
  readonly json: boolean;
}

export function addTiersIndexCommand(tiers: Command): void {
  const command = tiers
    .command('index <repository>')
    .description(
      'match tickets with commits of a repository: owner/name in the mirror, or the path of a clone',
    )
    .requiredOption(
      '--project <key>',
      'project of keys such as SPR-12; GH for #12 (repeatable, or a,b)',
      collectList,
    )
    .option('--labels <file>', 'file of labels (default: labels.json in the folder)')
    .option('--no-labels', 'ignore labels and keep all tickets')
    .option(
      '--refs <scope>',
      'refs to read: branches, tags, remotes, all, or a prefix (repeatable, or a,b)',
      collectList,
    )
    .option('--until <date>', 'ignore later commits (ISO 8601)', isoDate)
    .addOption(
      new Option('--where <place>', 'part of the message to search for keys')
        .choices(KEY_PLACES)
        .default('subject'),
    )
    .option('--max-number <n>', 'treat larger numbers of keys as typing errors', positive)
    .addOption(
      new Option('--pick <which>', 'which commit to use if a key has several')
        .choices(PICKS)
        .default('newest'),
    )
    .addOption(
      new Option(
        '--merges <how>',
        'files of a merge: none, or the changes relative to its first parent',
      )
        .choices(['skip', 'first-parent'])
        .default('skip'),
    )
    .option('--language <name>', 'language of the source files', 'java');
  addRepositoryOptions(addJson(addTiersFolder(command))).action(
    async (repository: string, options: IndexOptions) => {
      const { folder, project, refs = DEFAULT_REFS, until, where, pick, merges } = options;
      const labels = await labelsOf(options);
      const filter = await sourceFilter(options.language);
      await using history = await openTiersHistory(repository, options);
      const keys = {
        projects: project.map((each) => each.toUpperCase()),
        where,
        maxNumber: options.maxNumber,
      };
      const index = await buildIndex({ history, refs, until, keys, pick, merges, filter, labels });
      const origin = {
        repository,
        refs,
        until: until ?? null,
        projects: keys.projects,
        where,
        pick,
        merges,
        language: filter.language,
        labelled_tickets: labels?.size ?? null,
      };
      const path = tiersFile(folder, 'index.json');
      await writeIndex(path, origin, index);
      const { entries, counts, dropped } = index;
      if (options.json) printJson({ file: path, entries: entries.length, counts, dropped });
      else printTables(indexTables(index, labels));
      process.stderr.write(`${path}\n`);
    },
  );
}

/** Reads the labels if they exist, unless an option says otherwise. */
async function labelsOf({
  folder,
  labels,
}: IndexOptions): Promise<Awaited<ReturnType<typeof readLabels>> | undefined> {
  if (labels === false) return undefined;
  const path = tiersFile(folder, 'labels.json', labels);
  if (labels !== undefined || existsSync(path)) return readLabels(path);
  process.stderr.write('no labels.json: the index has no tiers\n');
  return undefined;
}

/** Converts the date to a full time, because git reads a bare date as that day at the current time. */
function isoDate(value: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('specify a date, e.g. 2026-03-01');
  return new Date(time).toISOString();
}
