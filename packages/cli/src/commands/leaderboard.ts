import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  makeKey,
  packRun,
  readPrivateKey,
  removeSubmission,
  submissionDescriptionSchema,
} from '@refbench/leaderboard';
import { readYamlFile, writeFileAtomic } from '@refbench/base';
import { document } from '../command-line/command/refbench-command.ts';
import { sourcePath } from '../options/report-options.ts';
import { addFolderOption } from '../options/workspace-options.ts';
import { addAttacksCommand } from './leaderboard/attacks.ts';
import { addInitCommand } from './leaderboard/init.ts';
import { addSeedCommand } from './leaderboard/seed.ts';
import { addBuildSiteCommand } from './leaderboard/build-site.ts';
import { addVerifySubmissionCommands } from './leaderboard/verify.ts';
import {
  boardKeyOf,
  boardKeyOption,
  dateOption,
  folderOption,
  type ChangeCommandOptions,
} from './leaderboard/options.ts';

/** Adds `leaderboard` with everything from a key to the site. */
export function addLeaderboardCommand(program: Command, setExitCode: (code: number) => void): void {
  const board = program
    .command('leaderboard')
    .description('submit runs, verify submissions, and build the site of a leaderboard');
  addInitCommand(board);
  addKeygenCommand(board);
  addSeedCommand(board);
  addSubmitCommand(board);
  addVerifySubmissionCommands(board, setExitCode);
  addRemoveCommand(board);
  addAttacksCommand(board);
  addBuildSiteCommand(board, setExitCode);
}

function addKeygenCommand(board: Command): void {
  const command = board
    .command('keygen')
    .description('make a key for signing submissions')
    .argument('<file>', 'file for the private key; it must not exist')
    .action(async (file: string) => {
      const key = await makeKey(resolve(file));
      process.stdout.write(`${key}\n`);
      process.stderr.write(`keep ${file} secret; the line above is the public key\n`);
    });
  document(command, {
    output: 'Prints the public key on standard output, and writes the private key to the file.',
    exits: ['disk'],
    examples: [
      ['refbench leaderboard keygen my-key.pem', 'make a key once, before the first submission'],
    ],
  });
}

interface SubmitOptions {
  readonly description: string;
  readonly key: string;
  readonly out: string;
  readonly runsDir: string;
}

function addSubmitCommand(board: Command): void {
  const command = board
    .command('submit')
    .description('pack a run into a signed submission')
    .argument('<run>', 'name or folder of the run')
    .requiredOption(
      '--description <file>',
      'YAML: submitter, contact, and title, organisation and model of each agent',
    )
    .requiredOption('--key <file>', 'private key')
    .requiredOption('--out <file>', 'file of the submission, e.g. my-run.tar.gz');
  addFolderOption(command, 'runs', 'read').action(async (run: string, options: SubmitOptions) => {
    const bundle = await packRun({
      run: await sourcePath(options.runsDir, run),
      description: await readYamlFile(resolve(options.description), submissionDescriptionSchema),
      key: await readPrivateKey(resolve(options.key)),
    });
    await writeFileAtomic(resolve(options.out), bundle);
    process.stderr.write(`${options.out}: ${(bundle.length / 1e6).toFixed(1)} MB\n`);
  });
  document(command, {
    output:
      'Writes the submission to `--out`. Its bytes follow from the run, the description and the key.',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench leaderboard submit my-run --description agents.yaml --key my-key.pem --out my-run.tar.gz',
        'pack a finished run',
      ],
    ],
  });
}

function addRemoveCommand(board: Command): void {
  const command = board
    .command('remove')
    .description('take a submission off the board; the ledger keeps that it was there')
    .argument('<id>', 'name of the submission')
    .requiredOption('--why <text>', 'the reason, for the ledger')
    .requiredOption('--date <date>', 'date for the ledger, e.g. 2026-11-23', dateOption)
    .addOption(folderOption())
    .addOption(boardKeyOption())
    .action(async (id: string, { folder, date, why, boardKey }: ChangeCommandOptions) => {
      const key = await boardKeyOf(boardKey);
      await removeSubmission({ folder: resolve(folder), id, date, why, key });
      process.stderr.write(`${id} is no longer on the board\n`);
    });
  document(command, {
    output: 'Appends a line to the ledger and removes the files of the submission.',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        "refbench leaderboard remove my-run --why 'the agent saw the tests' --date 2026-11-23",
        'take a submission off the board',
      ],
    ],
  });
}
