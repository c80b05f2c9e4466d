import type { Command } from 'commander';
import { addLabelEvaluateCommand } from './label/evaluate.ts';
import { addLabelExportCommand } from './label/export.ts';
import { addLabelMapCommand } from './label/map.ts';
import { addLabelMergeCommand } from './label/merge.ts';
import { addLabelReviewCommand } from './label/review.ts';
import { addLabelRunCommand } from './label/run.ts';
import { addLabelSampleCommand } from './label/sample.ts';

/** Adds `refbench label` with its subcommands. */
export function addLabelCommand(program: Command, setExitCode: (code: number) => void): void {
  const label = program
    .command('label')
    .description('label instances for issue clarity, test coverage and effort');
  addLabelSampleCommand(label);
  addLabelRunCommand(label, setExitCode);
  addLabelMergeCommand(label);
  addLabelReviewCommand(label);
  addLabelExportCommand(label);
  addLabelEvaluateCommand(label);
  addLabelMapCommand(label);
}
