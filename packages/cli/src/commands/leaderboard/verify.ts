import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES, RefbenchError, segmentSchema } from '@refbench/contracts';
import { exists, readYamlFile, writeFileAtomic } from '@refbench/base';
import {
  addSubmission,
  boardSubmissions,
  readLedger,
  verificationMarkdown,
  verifySubmission,
  type Sample,
  type Verification,
  type Verified,
} from '@refbench/leaderboard';
import { z } from 'zod';
import { addBuildOptions, type BuildCommandOptions } from '../../options/build-options.ts';
import { document } from '../../command-line/command/refbench-command.ts';
import { positive } from '../../options/number-options.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../../options/workspace-options.ts';
import {
  boardKeyOf,
  boardKeyOption,
  dateOption,
  folderOption,
  KEYS_FILE,
  type ChangeCommandOptions,
} from './options.ts';
import { regrade } from './regrade.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly keys: string;
  readonly sample?: number;
  readonly seed: string;
  readonly all: boolean;
  readonly trustScores: boolean;
}

interface VerifyCommandOptions extends Options {
  readonly markdown?: string;
  readonly json: boolean;
}

/** keys.yaml: who may submit. */
const keysSchema = z.strictObject({
  submitters: z.array(z.strictObject({ name: z.string().min(1), key: z.base64() })),
});

/** Adds `verify` and `add`, which put a submission through the same checks. */
export function addVerifySubmissionCommands(
  board: Command,
  setExitCode: (code: number) => void,
): void {
  const verify = board
    .command('verify')
    .description('verify a submission: schema, digests, signature, scores, and grading again')
    .argument('<bundle>', 'file of the submission')
    .option('--markdown <file>', 'write the result for a pull request')
    .option('--json', 'print the result as one JSON object', false);
  addChecks(verify).action(async (bundle: string, options: VerifyCommandOptions) => {
    const { verification } = await verified(bundle, options, undefined);
    if (options.markdown !== undefined) {
      await writeFileAtomic(resolve(options.markdown), verificationMarkdown(verification));
    }
    process.stdout.write(
      options.json ? `${JSON.stringify(verification)}\n` : tableOf(verification),
    );
    if (!verification.accepted) setExitCode(EXIT_CODES['invalid-file']);
  });
  document(verify, {
    output: 'Prints a table of checks on standard output. With `--json`, prints one object.',
    json: 'submission-verification',
    exits: ['engine', 'image', 'invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      [
        'refbench leaderboard verify my-run.tar.gz --markdown result.md',
        'check everything, and grade every patch again',
      ],
      [
        'refbench leaderboard verify my-run.tar.gz --sample 3',
        'grade the patches of three instances again',
      ],
      [
        'refbench leaderboard verify my-run.tar.gz --trust-scores',
        'check everything but the grading',
      ],
    ],
  });
  addAddCommand(board, setExitCode);
}

function addAddCommand(board: Command, setExitCode: (code: number) => void): void {
  const add = board
    .command('add')
    .description('verify a submission and put it on the board; an id that is there is replaced')
    .argument('<bundle>', 'file of the submission')
    .requiredOption('--id <name>', 'name of the submission on the board')
    .requiredOption('--why <text>', 'the reason, for the ledger')
    .requiredOption('--date <date>', 'date for the ledger, e.g. 2026-11-23', dateOption)
    .addOption(folderOption())
    .addOption(boardKeyOption());
  addChecks(add).action(
    async (path: string, options: Options & ChangeCommandOptions & { readonly id: string }) => {
      const { id, date, why } = options;
      const folder = resolve(options.folder);
      if (!segmentSchema.safeParse(id).success) {
        throw new RefbenchError({
          kind: 'usage',
          message: `"${id}" cannot name a submission`,
          hint: 'use at most 64 lower-case letters, digits, ".", "_" and "-"',
        });
      }
      const key = await boardKeyOf(options.boardKey);
      const board = await boardSubmissions(folder, await readLedger(folder));
      const others = board.filter(({ row }) => row.id !== id);
      const { verification, accepted } = await verified(path, options, others);
      process.stdout.write(tableOf(verification));
      if (accepted === undefined) {
        setExitCode(EXIT_CODES['invalid-file']);
        return;
      }
      await addSubmission({ folder, id, date, why, key }, accepted);
      process.stderr.write(
        `${id} is on the board; build the site with refbench leaderboard build\n`,
      );
    },
  );
  document(add, {
    output:
      'Prints a table of checks on standard output. Writes the submission and a line of the ledger.',
    exits: ['engine', 'image', 'invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      [
        "refbench leaderboard add my-run.tar.gz --id my-run --why 'first submission' --date 2026-11-23",
        'put a submission on the board after grading every patch again',
      ],
    ],
  });
}

function addChecks(command: Command): Command {
  command
    .option(
      '--keys <file>',
      'YAML with the public keys of known submitters',
      `leaderboard/${KEYS_FILE}`,
    )
    .addOption(
      new Option('--sample <n>', 'grade the patches of so many instances again').argParser(
        positive,
      ),
    )
    .option('--seed <text>', 'seed of the sample', '0')
    .option('--all', 'grade all patches again, which is the default', false)
    .option('--trust-scores', 'grade nothing again; the board says "scores not verified"', false);
  return addBuildOptions(addWorkspaceOptions(command));
}

async function verified(
  bundle: string,
  options: Options,
  others: Awaited<ReturnType<typeof boardSubmissions>> | undefined,
): Promise<Verified> {
  const keys = resolve(options.keys);
  if (!(await exists(keys))) {
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no file ${keys} with the keys of known submitters`,
      hint: 'name it with --keys, or start a leaderboard with: refbench leaderboard init',
    });
  }
  const { submitters } = await readYamlFile(keys, keysSchema);
  return await verifySubmission({
    path: resolve(bundle),
    knownKeys: new Map(submitters.map(({ name, key }) => [key, name])),
    sample: sampleOf(options),
    ...(others === undefined
      ? {}
      : { others: others.map(({ row, bundle: other }) => ({ id: row.id, bundle: other })) }),
    regrade: (opened, instances) => regrade(opened, instances, options),
  });
}

function sampleOf({ all, sample, seed, trustScores }: Options): Sample {
  const given = [all, sample !== undefined, trustScores].filter(Boolean);
  if (given.length > 1) {
    throw new RefbenchError({
      kind: 'usage',
      message: '--all, --sample and --trust-scores exclude each other',
      hint: 'specify one of them, or none to grade every patch again',
    });
  }
  if (trustScores) return { kind: 'none' };
  return sample === undefined ? { kind: 'all' } : { kind: 'some', count: sample, seed };
}

function tableOf({ accepted, checks }: Verification): string {
  const rows = checks.flatMap(({ name, result, evidence }) =>
    evidence.map((line, index) => [
      index === 0 ? name : '',
      index === 0 ? result : '',
      terminalText(line),
    ]),
  );
  return `${textTable([['check', 'result', 'evidence'], ...rows])}\n${accepted ? 'accepted' : 'refused'}\n`;
}
