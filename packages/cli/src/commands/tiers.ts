import type { Command } from 'commander';
import { addTiersCompareCommand } from './tiers/compare.ts';
import { addTiersEvalCommand } from './tiers/eval.ts';
import { addTiersFetchCommands } from './tiers/fetch.ts';
import { addTiersIndexCommand } from './tiers/index-tickets.ts';
import { addTiersLabelCommand } from './tiers/label.ts';
import { addTiersSampleCommand } from './tiers/sample.ts';
import { addTiersScoreCommand } from './tiers/score.ts';

export function addTiersCommand(program: Command, setExitCode: (code: number) => void): void {
  const tiers = program
    .command('tiers')
    .description('label tickets by how they were resolved, and measure single-shot fixes of them');
  addTiersFetchCommands(tiers, setExitCode);
  addTiersLabelCommand(tiers);
  addTiersIndexCommand(tiers);
  addTiersSampleCommand(tiers);
  addTiersEvalCommand(tiers, setExitCode);
  addTiersScoreCommand(tiers, setExitCode);
  addTiersCompareCommand(tiers);
}
