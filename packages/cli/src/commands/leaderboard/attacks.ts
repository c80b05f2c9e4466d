import { resolve } from 'node:path';
import type { Command } from 'commander';
import { countOf } from '@refbench/base';
import { recordAttacks } from '@refbench/leaderboard';
import { document } from '../../command-line/command/refbench-command.ts';
import { sourcePath } from '../../options/report-options.ts';
import { addFolderOption } from '../../options/workspace-options.ts';
import { dateOption, folderOption } from './options.ts';

interface Options {
  readonly folder: string;
  readonly release: string;
  readonly date: string;
  readonly runsDir: string;
  readonly instancesDir: string;
}

/** Adds `attacks`, which puts what attacks earned on the board. */
export function addAttacksCommand(board: Command): void {
  const command = board
    .command('attacks')
    .description('record what the attacks of some runs earned, for the site')
    .argument('<runs...>', 'names or folders of runs of refbench attack')
    .requiredOption('--release <name>', 'name of the release that was measured, e.g. 0.2.0')
    .requiredOption('--date <date>', 'date of the measurement, e.g. 2026-11-23', dateOption)
    .addOption(folderOption());
  addFolderOption(command, 'runs', 'read');
  addFolderOption(command, 'instances', 'read').action(
    async (names: string[], options: Options) => {
      const { folder, release, date, runsDir, instancesDir } = options;
      const runs = await Promise.all(names.map((name) => sourcePath(runsDir, name)));
      const { rows, paid } = await recordAttacks({
        folder: resolve(folder),
        runs,
        release,
        date,
        instancesDir: resolve(instancesDir),
      });
      const attacks = rows.reduce(
        (sum, row) => sum + row.paid + row.published + row.marked + row.unpaid,
        0,
      );
      process.stderr.write(
        `${release}: ${countOf(attacks, 'attack')}, ${paid.length} of them paid; build the site to show them\n`,
      );
    },
  );
  document(command, {
    output:
      'Writes `attacks.json` to the folder of the leaderboard. A release that is recorded already is replaced. The site then has a page of attacks.',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench leaderboard attacks my-attacks --release 0.2.0 --date 2026-11-23',
        'show what the attacks of a finished run earned',
      ],
    ],
  });
}
