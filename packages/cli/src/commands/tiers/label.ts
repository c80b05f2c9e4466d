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
} from '../../options/tiers-options.ts';
import { collectList } from '../../options/workspace-options.ts';

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
    .description('assign a tier to each resolved ticket by its days, watches and assignee')
    .option('--tickets <file>', 'file of tickets (default: tickets.jsonl in the folder)')
    .addOption(
      new Option(
        '--thresholds <from>',
        'corpus: percentiles of these tickets; study: the numbers of the study',
      )
        .choices(['corpus', 'study'])
        .default('corpus'),
    )
    .option('--fast-days <days>', 'threshold of days (default: the 33rd percentile)', notNegative)
    .option('--few-watches <count>', 'threshold of watches (default: 2)', notNegative)
    .option(
      '--busy-assignee <count>',
      'threshold of tickets per assignee (default: the 75th percentile)',
      notNegative,
    )
    .addOption(
      new Option('--interpolation <how>', 'interpolation of percentiles, as named by numpy')
        .choices(INTERPOLATIONS)
        .default('linear'),
    )
    .addOption(
      new Option(
        '--assignee-percentile-of <what>',
        'population of the percentile: one count per ticket, or one per assignee',
      )
        .choices(['tickets', 'assignees'])
        .default('tickets'),
    )
    .option(
      '--project <key>',
      'use only tickets of this project (repeatable, or a,b)',
      collectList,
      [],
    )
    .option('--unassigned-apart', 'assign no tier to unassigned tickets', false)
    .option('--counts-before-ticket', 'count only earlier tickets of an assignee', false);
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
