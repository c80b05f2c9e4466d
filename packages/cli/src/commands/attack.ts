import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  ATTACK_RESULTS_FILE,
  EXIT_CODES,
  type AttackResults,
  type JudgedAttack,
} from '@refbench/contracts';
import { writeJsonFile } from '@refbench/base';
import {
  attackSubmissions,
  countByClass,
  judgeAttack,
  loadAttacks,
  newRunId,
  type ClassifiedAttack,
  type RunResult,
} from '@refbench/runner';
import { attacksFolder } from '../actions/attacks-folder.ts';
import {
  addInstanceOptions,
  addRunOptions,
  RUN_EXITS,
  RUN_FOLDERS,
  runSubmissions,
  type RunCommandOptions,
} from '../actions/run-submissions.ts';
import { document } from '../command-line/command/refbench-command.ts';
import { addBuildOptions } from '../options/build-options.ts';
import { addWorkspaceOptions, collectList } from '../options/workspace-options.ts';
import { textTable } from '../terminal/terminal-text.ts';

interface Options extends RunCommandOptions {
  readonly instances?: readonly string[];
  readonly class?: readonly string[];
  readonly only?: readonly string[];
  readonly attacksDir?: string;
}

/** The instance that needs no download. */
const BUNDLED = 'refbench__*';

/** Adds `attack`, which grades the patches of a corpus of attacks. */
export function addAttackCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('attack')
    .description('grade patches that try to earn a score without the work')
    .option('--class <classes>', 'only attacks of these classes (repeatable, or a,b)', collectList)
    .option('--only <ids>', 'only these attacks (repeatable, or a,b)', collectList)
    .option('--attacks-dir <dir>', 'folder of the attacks (default: those of refbench)');
  addRunOptions(addInstanceOptions(command, `the bundled instance`));
  addBuildOptions(addWorkspaceOptions(command, RUN_FOLDERS)).action(async (options: Options) => {
    const folder = resolve(options.attacksDir ?? (await attacksFolder()));
    const all = await loadAttacks(folder, options.class);
    const attacks = all.filter(({ id }) => options.only?.includes(id) ?? true);
    const paid: JudgedAttack[] = [];
    const code = await runSubmissions({
      run: options.runId ?? newRunId(),
      submissions: attackSubmissions(attacks),
      options,
      selection: { patterns: options.instances ?? [BUNDLED] },
      unfinished: true,
      onResult: async (result) => {
        const judged = judgedOf(attacks, result);
        paid.push(...judged.filter(({ outcome }) => outcome === 'paid'));
        await report(judged, result.folder, options.json);
      },
    });
    setExitCode(code === EXIT_CODES.ok && paid.length > 0 ? EXIT_CODES['invalid-file'] : code);
  });
  document(command, {
    output:
      'Prints progress, the table of scores and a table by class on standard error. Writes files to `<runs-dir>/<run>`, among them `attacks.json` with what each attack earned and what refused it. An attack that changes nothing in an instance, or has no form in its language, is absent there.',
    json: 'run-events',
    exits: RUN_EXITS,
    examples: [
      ['refbench attack', 'grade all attacks on the bundled instance'],
      [
        "refbench attack --class emptied-tests --instances 'pallets__*'",
        'grade the attacks of one class on other instances',
      ],
    ],
  });
}

function judgedOf(
  attacks: readonly ClassifiedAttack[],
  { scores }: RunResult,
): readonly JudgedAttack[] {
  return scores.flatMap((score) => {
    const attack = attacks.find(({ id }) => id === score.agent);
    const judged = attack === undefined ? undefined : judgeAttack(attack, score);
    return judged ?? [];
  });
}

async function report(
  judged: readonly JudgedAttack[],
  folder: string,
  json: boolean,
): Promise<void> {
  const classes = countByClass(judged);
  const results: AttackResults = { schema: 1, classes, attacks: [...judged] };
  await writeJsonFile(join(folder, ATTACK_RESULTS_FILE), results);
  if (json) return;
  const head = ['class', 'attacks', 'paid', 'published only', 'marked', 'unpaid', 'other reason'];
  const rows = classes.map((one) => [
    one.class,
    String(one.attacks),
    String(one.paid),
    String(one.published),
    String(one.marked),
    String(one.unpaid),
    String(one.unexpected),
  ]);
  process.stderr.write(`\n${textTable([head, ...rows])}\n`);
  for (const { id, instance, outcome, alignment, alignment_strict } of judged) {
    if (outcome !== 'paid') continue;
    process.stderr.write(
      `paid and unmarked: ${id} on ${instance}: alignment ${alignment ?? '-'}, strict ${alignment_strict ?? '-'}\n`,
    );
  }
}
