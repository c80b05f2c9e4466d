import { Option, type Command } from 'commander';
import {
  INTERPOLATIONS,
  labelTables,
  labelTickets,
  readTickets,
  STUDY_THRESHOLDS,
  writeLabels,
  type Interpolation,
  type Thresholds,
} from '@refbench/outcome-tiers';
import {
  addJson,
  addTiersFolder,
  notNegative,
  printJson,
  printTables,
  tiersFile,
  type TiersFolderOptions,
} from '../../tiers-options.ts';
import { collectList } from '../../workspace-options.ts';

interface LabelCommandOptions extends TiersFolderOptions {
  readonly tickets?: string;
  readonly thresholds: 'corpus' | 'study';
  readonly fastDays?: number;
  readonly fewWatches?: number;
  readonly busyAssignee?: number;
  readonly interpolation: Interpolation;
  readonly assigneePercentileOf: 'tickets' | 'assignees';
  readonly project: readonly string[];
  readonly unassignedApart: boolean;
  readonly countsBeforeTicket: boolean;
  readonly json: boolean;
}

export function addTiersLabelCommand(tiers: Command): void {
  const command = tiers
    .command('label')
    .description('a tier for each resolved ticket, from days, watches and assignee alone')
    .option('--tickets <file>', 'other tickets than tickets.jsonl of the folder')
    .addOption(
      new Option('--thresholds <from>', 'percentiles of these tickets, or the numbers of the study')
        .choices(['corpus', 'study'])
        .default('corpus'),
    )
    .option('--fast-days <days>', 'instead of the 33rd percentile of days', notNegative)
    .option('--few-watches <count>', 'instead of 2', notNegative)
    .option('--busy-assignee <count>', 'instead of the 75th percentile', notNegative)
    .addOption(
      new Option('--interpolation <how>', 'of percentiles, as numpy names it')
        .choices(INTERPOLATIONS)
        .default('linear'),
    )
    .addOption(
      new Option(
        '--assignee-percentile-of <what>',
        'counts of every ticket, or of each person once',
      )
        .choices(['tickets', 'assignees'])
        .default('tickets'),
    )
    .option('--project <key>', 'only tickets of this project (repeatable, or a,b)', collectList, [])
    .option('--unassigned-apart', 'no tier for tickets that nobody is assigned to', false)
    .option('--counts-before-ticket', "count an assignee's earlier tickets only", false);
  addJson(addTiersFolder(command)).action(async (options: LabelCommandOptions) => {
    const { folder, interpolation, assigneePercentileOf, unassignedApart, project } = options;
    const settings = {
      thresholds: thresholdsOf(options),
      interpolation,
      assigneePercentileOf,
      unassignedApart,
      projects: project,
      assigneeCounts: options.countsBeforeTicket ? 'before-ticket' : 'whole-corpus',
    } as const;
    const tickets = readTickets(tiersFile(folder, 'tickets.jsonl', options.tickets));
    const labelling = await labelTickets(tickets, settings);
    const path = tiersFile(folder, 'labels.json');
    await writeLabels(path, labelling, settings);
    const { labels: _labels, ...figures } = labelling;
    if (options.json) printJson({ file: path, ...figures });
    else printTables(labelTables(labelling));
  });
}

function thresholdsOf(options: LabelCommandOptions): Partial<Thresholds> {
  const { thresholds, fastDays, fewWatches, busyAssignee } = options;
  return {
    ...(thresholds === 'study' ? STUDY_THRESHOLDS : {}),
    ...(fastDays === undefined ? {} : { fast_days: fastDays }),
    ...(fewWatches === undefined ? {} : { few_watches: fewWatches }),
    ...(busyAssignee === undefined ? {} : { busy_assignee: busyAssignee }),
  };
}
