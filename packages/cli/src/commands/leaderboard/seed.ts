import { resolve } from 'node:path';
import type { Command } from 'commander';
import { drawOf, newSeed, seedPath, storedSeed } from '@refbench/environments';
import { document } from '../../command-line/command/refbench-command.ts';
import { addFolderOption } from '../../options/workspace-options.ts';

interface Options {
  readonly stateDir: string;
  readonly reveal: boolean;
  readonly renew: boolean;
}

/** Adds `seed`, which shows and changes the private seed of planted faults. */
export function addSeedCommand(board: Command): void {
  const command = board
    .command('seed')
    .description('show the digest of the private seed that decides which faults are planted')
    .option('--reveal', 'print the seed itself, so that others can repeat its draws', false)
    .option('--renew', 'draw a new seed, after the old one was revealed', false);
  addFolderOption(command, 'state', 'write').action(async (options: Options) => {
    const stateDir = resolve(options.stateDir);
    const before = await storedSeed(stateDir);
    if (options.reveal && before !== undefined) process.stdout.write(`${before}\n`);
    const seed =
      before !== undefined && !options.renew ? before : await newSeed(stateDir, options.renew);
    process.stderr.write(
      `digest ${drawOf(seed).digest}; keep ${seedPath(stateDir)} secret until the results are final\n`,
    );
  });
  document(command, {
    output:
      'Prints the digest of the seed on standard error, and with `--reveal` the seed of 64 hexadecimal digits on standard output. The first call creates the seed. With `--renew --reveal`, prints the old seed and the digest of the new one. `controls.json` of each result contains the digest.',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench leaderboard seed', 'publish this digest before results arrive'],
      [
        'refbench leaderboard seed --reveal --renew',
        'publish the old seed after a release, and go on with another one',
      ],
    ],
  });
}
