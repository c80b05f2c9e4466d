import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError, type LabelCriterion, type Track } from '@refbench/contracts';
import { acquireLock } from '@refbench/base';
import {
  folderStore,
  instanceStore,
  instanceTask,
  review,
  type ReviewStore,
} from '@refbench/labeling';
import { openInstanceRepository, readTask, selectEntries } from '@refbench/instances';
import { ALL_CRITERIA, collectCriteria } from '../../options/criteria-option.ts';
import {
  addSelectionOptions,
  selectionOf,
  type SelectionOptions,
} from '../../options/selection-options.ts';
import { lineReader } from '../../terminal/line-reader.ts';
import { terminalLines } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions {
  readonly instances?: readonly string[];
  readonly track: Track;
  readonly by?: string;
  readonly criteria?: readonly LabelCriterion[];
  readonly moderate: boolean;
}

export function addLabelReviewCommand(label: Command): void {
  const command = label
    .command('review [folder]')
    .description('review rationales; accept or overrule labels')
    .option(
      '--instances <ids|globs|sets>',
      'review instances of this benchmark instead of a folder',
      collectList,
    )
    .addOption(
      new Option('--track <track>', 'task text of an instance')
        .choices(['instructed', 'open'])
        .default('instructed'),
    )
    .option('--by <name>', 'name of the annotator (default: the user name)')
    .option('--criteria <list>', 'issue, tests, effort', collectCriteria)
    .option('--moderate', 'decide where annotators disagree, instead of voting', false);
  addWorkspaceOptions(addSelectionOptions(command)).action(
    async (folder: string | undefined, options: Options) => {
      const store = await storeOf(folder, options);
      await using _lock = await acquireLock(
        folder === undefined
          ? resolve(workspaceOf(options).stateDir, 'labels', 'review.lock')
          : resolve(folder, 'review.lock'),
        'the review',
      );
      using input = lineReader();
      const result = await review({
        store,
        annotator: options.by ?? userInfo().username,
        moderate: options.moderate,
        criteria: options.criteria ?? ALL_CRITERIA,
        ask: input.ask,
        show: (text) => void process.stdout.write(`${terminalLines(text)}\n`),
        width: process.stdout.columns ?? 100,
      });
      process.stderr.write(`${result.votes} recorded, ${result.open} open\n`);
    },
  );
}

async function storeOf(folder: string | undefined, options: Options): Promise<ReviewStore> {
  const { instances } = options;
  if ((folder === undefined) === (instances === undefined)) {
    throw new RefbenchError({
      kind: 'usage',
      message: 'specify what to review',
      hint: 'use either a folder of "refbench label run" or --instances GLOB',
    });
  }
  if (folder !== undefined) return folderStore(resolve(folder));
  const workspace = workspaceOf(options);
  const signal = AbortSignal.timeout(600_000);
  const reviewed = [];
  for (const entry of await selectEntries(workspace, selectionOf(instances, options))) {
    await using repository = await openInstanceRepository({ workspace, entry, signal });
    const text = await readTask(entry, options.track);
    const { patch, testPatch } = await instanceTask(entry.instance, text, repository);
    const { id, base, golden } = entry.instance;
    reviewed.push({ id, dir: entry.dir, base, golden, task: text, patch, testPatch });
  }
  return instanceStore(reviewed);
}
