import { basename, join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError, settingMode, type RunDetails, type RunSummary } from '@refbench/contracts';
import { writeFileAtomic, sum, countOf } from '@refbench/base';
import { readRunDetails } from '@refbench/reports';
import { exportRun, listRunIds, readPlan, removeRun } from '@refbench/runner';
import { exportForCodetaste, type WorkspaceFolders } from '../actions/export-for-codetaste.ts';
import { document } from '../command-line/command/refbench-command.ts';
import { terminalText, textTable } from '../terminal/terminal-text.ts';
import { addFolderOption } from '../options/workspace-options.ts';

interface Options {
  readonly runsDir: string;
  readonly json: boolean;
}

interface ExportOptions extends Options {
  readonly format: (typeof FORMATS)[number];
  readonly out?: string;
  readonly instancesDir: string;
  readonly rulesDir: string;
}

const FORMATS = ['predictions', 'trajectories', 'codetaste'] as const;

interface RemoveOptions extends Options {
  readonly yes: boolean;
}

export function addRunsCommand(program: Command, setExitCode: (code: number) => void): void {
  const runs = program.command('runs').description('list, show, export and remove runs');
  addListCommand(runs, setExitCode);
  addShowCommand(runs);
  addExportCommand(runs);
  addRemoveCommand(runs);
}

function addListCommand(runs: Command, setExitCode: (code: number) => void): void {
  const list = runs
    .command('list')
    .description('list runs')
    .option('--json', 'print one JSON object per run on standard output', false);
  addFolderOption(list, 'runs', 'read').action(async ({ runsDir, json }: Options) => {
    const rows: RunSummary[] = [];
    for (const run of await listRunIds(resolve(runsDir))) {
      try {
        rows.push((await detailsOf(resolve(runsDir), run)).summary);
      } catch (error) {
        if (!RefbenchError.isInstance(error)) throw error;
        process.stderr.write(`not listed: ${terminalText(error.message)}\n`);
        setExitCode(7);
      }
    }
    if (json) for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
    else process.stdout.write(`${listTable(rows)}\n`);
  });
  document(list, {
    output: 'Prints a table on standard output. With `--json`, prints one object per run.',
    json: 'run-summary',
    exits: ['invalid-file'],
    examples: [['refbench runs list', 'list all runs with their progress']],
  });
}

/** @throws RefbenchError kind `usage` if the run does not exist, `invalid-file` if its plan is damaged */
async function detailsOf(runsDir: string, run: string): Promise<RunDetails> {
  return await readRunDetails(join(runsDir, run), await readPlan(runsDir, run));
}

function addShowCommand(runs: Command): void {
  const show = runs
    .command('show <run>')
    .description('show the plan, the agents and all results of a run')
    .option('--json', 'print one JSON object on standard output', false);
  addFolderOption(show, 'runs', 'read').action(async (run: string, options: Options) => {
    const details = await detailsOf(resolve(options.runsDir), run);
    process.stdout.write(`${options.json ? JSON.stringify(details) : describe(details)}\n`);
  });
  document(show, {
    output: 'Prints text on standard output. With `--json`, prints one object.',
    json: 'run-details',
    exits: ['invalid-file'],
    examples: [['refbench runs show quickstart', 'show all results of one run']],
  });
}

function addExportCommand(runs: Command): void {
  const command = runs
    .command('export <run>')
    .description(
      'export the patches of a run as predictions or for CodeTaste, or the trajectories of its agents',
    )
    .addOption(
      new Option(
        '--format <format>',
        'predictions: JSON lines; trajectories: one ATIF file per attempt; codetaste: instances and patches as the programs of CodeTaste read them',
      )
        .choices(FORMATS)
        .default('predictions'),
    )
    .addOption(
      new Option('--out <path>', 'output file for predictions, or output folder for other formats'),
    );
  // Only one format reads them.
  addFolderOption(command, 'instances', undefined);
  addFolderOption(command, 'rules', undefined);
  addFolderOption(command, 'runs', 'read').action(async (run: string, options: ExportOptions) => {
    const { runsDir, format, out } = options;
    switch (format) {
      case 'predictions':
        return await exportPredictions(resolve(runsDir), run, out);
      case 'trajectories':
        return await exportTrajectories(resolve(runsDir), run, folderOf(out));
      case 'codetaste':
        return await exportForCodetaste(run, workspaceFolders(options), folderOf(out));
    }
  });
  document(command, {
    output:
      'Writes predictions to standard output or `--out`, and other formats to the folder `--out`. For CodeTaste, these are `instances.csv`, `assets/descriptions`, `assets/rules`, `instance_images` and `outputs`. Only rules of OpenGrep with counts of matches can be written, and the others are counted on standard error. What is in the folder already stays, and another patch of the same agent is refused.',
    json: 'prediction',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench runs export quickstart --out patches.jsonl',
        'export patches for grade and SWE-bench',
      ],
      [
        'refbench runs export my-run --format trajectories --out trajectories',
        'export the steps of the agents',
      ],
      [
        'refbench runs export my-run --format codetaste --out codetaste',
        'export patches, texts and rules for the programs of CodeTaste',
      ],
    ],
  });
}

async function exportPredictions(runsDir: string, run: string, out?: string): Promise<void> {
  const lines: string[] = [];
  for await (const { prediction } of exportRun(runsDir, run)) {
    lines.push(`${JSON.stringify(prediction)}\n`);
  }
  if (out === undefined || out === '-') process.stdout.write(lines.join(''));
  else await writeFileAtomic(resolve(out), lines.join(''));
  process.stderr.write(`${countOf(lines.length, 'prediction')}\n`);
}

function workspaceFolders({ instancesDir, rulesDir, runsDir }: ExportOptions): WorkspaceFolders {
  return {
    instancesDir: resolve(instancesDir),
    rulesDir: resolve(rulesDir),
    runsDir: resolve(runsDir),
  };
}

/** @throws RefbenchError kind `usage` without a folder */
function folderOf(out: string | undefined): string {
  if (out !== undefined) return resolve(out);
  throw new RefbenchError({
    kind: 'usage',
    message: 'no output folder is specified',
    hint: 'specify it with --out',
  });
}

async function exportTrajectories(runsDir: string, run: string, out: string): Promise<void> {
  let written = 0;
  let without = 0;
  for await (const { instance, agent, attempt, trajectory } of exportRun(runsDir, run)) {
    if (trajectory === undefined) without += 1;
    else {
      const name = `${instance}.${agent}.${attempt}.json`;
      await writeFileAtomic(join(out, basename(name)), trajectory);
      written += 1;
    }
  }
  const missing = without === 0 ? '' : `; none for ${countOf(without, 'attempt')}`;
  process.stderr.write(`${written} trajectories in ${out}${missing}\n`);
}

function addRemoveCommand(runs: Command): void {
  const command = runs
    .command('rm <run...>')
    .description('remove runs with all their files')
    .option('--yes', 'remove the runs (default: only list them)', false)
    .option('--json', 'print one JSON object per run on standard output', false);
  addFolderOption(command, 'runs', 'read').action(
    async (names: readonly string[], { runsDir, yes, json }: RemoveOptions) => {
      const folder = resolve(runsDir);
      const found = await Promise.all(names.map(async (name) => await detailsOf(folder, name)));
      for (const { summary } of found) {
        if (yes) await removeRun(folder, summary.run);
        if (json) process.stdout.write(`${JSON.stringify({ ...summary, removed: yes })}\n`);
        const verb = yes ? 'removed' : 'would remove';
        process.stderr.write(
          `${verb} ${summary.folder}: ${countOf(summary.attempts, 'attempt')}, ${megabytes(summary.bytes)} MB\n`,
        );
      }
      if (!yes) process.stderr.write('nothing was removed; add --yes to remove the runs\n');
    },
  );
  document(command, {
    output: 'Lists the removed runs on standard error.',
    json: 'removed-run',
    exits: ['invalid-file', 'in-use', 'disk'],
    examples: [['refbench runs rm old-run --yes', 'remove a run permanently']],
  });
}

function listTable(rows: readonly RunSummary[]): string {
  const head = ['run', 'created', 'track', 'mode', 'agents', 'scored', 'A', 'USD', 'MB'];
  return textTable([
    head,
    ...rows.map((row) => {
      const costs = row.agents.flatMap(({ usd }) => usd ?? []);
      return [
        row.run,
        row.created_at.slice(0, 16).replace('T', ' '),
        row.track,
        row.mode,
        row.agents.map(({ agent }) => agent).join(', '),
        `${sum(row.agents.map(({ scored }) => scored))}/${sum(row.agents.map(({ planned }) => planned))}`,
        row.agents.map(({ alignment }) => figure(alignment)).join(', '),
        costs.length === 0 ? '-' : sum(costs).toFixed(2),
        megabytes(row.bytes),
      ];
    }),
  ]);
}

function describe({ summary, plan, results }: RunDetails): string {
  const { agent: limits } = plan.limits;
  const agents = plan.agents.map(({ name, version, model, digest }) => [
    name,
    version,
    model ?? '-',
    digest.slice(0, 19),
  ]);
  const rows = results.map((one) => [
    one.instance,
    plan.repeats === undefined ? one.agent : `${one.agent} #${one.repeat}`,
    one.state,
    one.outcome ?? '-',
    one.pass === null ? '-' : String(one.pass),
    figure(one.ifr),
    figure(one.alignment),
    one.usd === null ? '-' : one.usd.toFixed(2),
    terminalText(one.note).slice(0, 80),
  ]);
  return [
    `run ${summary.run}, created ${summary.created_at} by ${plan.tool}`,
    `track ${plan.track}, mode ${settingMode(plan)}, ${limits.wall_clock_ms / 60_000} minutes, ${limits.cpus} processors, ${(limits.memory_bytes / 2 ** 30).toFixed(1)} GiB per attempt`,
    '',
    textTable([['agent', 'version', 'model', 'digest'], ...agents]),
    '',
    textTable([
      ['instance', 'agent', 'state', 'outcome', 'Pass', 'IFR', 'A', 'USD', 'note'],
      ...rows,
    ]),
  ].join('\n');
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
