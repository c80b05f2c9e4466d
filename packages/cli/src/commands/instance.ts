import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import {
  EXIT_CODES,
  instanceSchema,
  RefbenchError,
  type Instance,
  type InstanceDetails,
} from '@refbench/contracts';
import { findCandidate } from '@refbench/mining';
import {
  addInstance,
  filterEntries,
  instanceDetails,
  listInstances,
  selectOne,
  type AddInstanceOptions,
} from '@refbench/runner';
import { addSelectionOptions, selectionOf, type SelectionOptions } from '../selection-options.ts';
import { terminalText, textTable } from '../terminal-text.ts';
import { document } from '../command-line/refbench-command.ts';
import { MINED_FOLDER } from '../mine-options.ts';
import { addInstanceCheckCommand } from './instance-check.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addInstanceCommand(program: Command, setExitCode: (code: number) => void): void {
  const instance = program.command('instance').description('list, show, add and check instances');
  addAddCommand(instance);
  addInstanceCheckCommand(instance, setExitCode);
  addShowCommand(instance);
  const list = instance
    .command('list')
    .description('list instances')
    .argument('[instance...]', 'ids, globs or sets (default: all)')
    .option('--json', 'print JSON lines on standard output', false);
  const places = addWorkspaceOptions(addSelectionOptions(list), { instances: 'read' });
  places.action(async (patterns: readonly string[], options: Options & SelectionOptions) => {
    const workspace = workspaceOf(options);
    const { entries: all, broken } = await listInstances(workspace);
    const wanted = selectionOf(patterns.length === 0 ? ['*'] : patterns, options);
    const entries = all.length === 0 ? [] : await filterEntries(workspace, all, wanted);
    for (const { reason } of broken) process.stderr.write(`not listed: ${terminalText(reason)}\n`);
    if (broken.length > 0) setExitCode(EXIT_CODES['invalid-file']);
    if (options.json) {
      for (const entry of entries) process.stdout.write(`${JSON.stringify(entry.instance)}\n`);
      return;
    }
    const rows = entries.map(({ instance: { id, language, category, repository, no_tests } }) => [
      ...[id, language, category, repository.name],
      no_tests === undefined ? '' : 'no tests',
    ]);
    process.stdout.write(
      `${textTable([['instance', 'language', 'category', 'repository', ''], ...rows])}\n`,
    );
  });
}

function addShowCommand(instance: Command): void {
  const show = instance
    .command('show <instance>')
    .description('show an instance with its texts, rules, environment and baseline')
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(show, { instances: 'read' }).action(async (id: string, options: Options) => {
    const workspace = workspaceOf(options);
    const details = await instanceDetails(workspace, await selectOne(workspace, id));
    process.stdout.write(`${options.json ? JSON.stringify(details) : describeInstance(details)}\n`);
  });
  document(show, {
    output: 'Prints text on standard output. With `--json`, prints one object.',
    json: 'instance-details',
    exits: ['invalid-file'],
    examples: [[`refbench instance show ${EXAMPLE_ID}`, 'show the tasks and rules of an instance']],
  });
}

const EXAMPLE_ID = 'refbench__tally-6637120b';

function describeInstance(details: InstanceDetails): string {
  const { instance, tasks, rules, baseline } = details;
  const { id, repository, base, golden, language, category, licence, provenance } = instance;
  const rows = rules.map((rule) => [
    rule.side,
    rule.id,
    rule.languages.join(', '),
    terminalText(rule.message),
  ]);
  const bounds =
    baseline === null
      ? 'not calibrated on this host'
      : `p_min ${baseline.p_min}, f_max ${baseline.f_max}, from ${baseline.runs} runs on this host`;
  return [
    `${id}  ${language}, ${category}, ${licence}`,
    `${repository.name}  base ${base}  golden ${golden}`,
    terminalText(provenance),
    ...(instance.no_tests === undefined
      ? [
          `environment  ${instance.environment.base_image}: ${details.environment.join(', ') || '-'}`,
          `baseline     ${bounds}`,
        ]
      : [
          `no tests     ${terminalText(instance.no_tests)}`,
          'scores       IFR and precision; no Pass and no alignment',
        ]),
    '',
    ...(['instructed', 'open'] as const).flatMap((track) => [
      `task, ${track}:`,
      (tasks[track] ?? '(not written)').trim().replaceAll(/^/gm, '  '),
      '',
    ]),
    rules.length === 0
      ? `no rules${details.rules_problem === null ? '' : `: ${details.rules_problem}`}`
      : textTable([['side', 'rule', 'language', 'message'], ...rows]),
    ...(details.missing.length === 0 ? [] : ['', `missing: ${details.missing.join('; ')}`]),
  ].join('\n');
}

interface AddOptions extends WorkspaceOptions {
  readonly candidate?: string;
  readonly folder: string;
  readonly repo?: string;
  readonly golden?: string;
  readonly url?: string;
  readonly language?: Instance['language'];
  /** True without `--no-tests`. */
  readonly tests: true | string;
}

function addAddCommand(instance: Command): void {
  const add = instance
    .command('add')
    .description('write instance.yaml for a commit, with its first parent as base')
    .option('--candidate <id>', 'a line of candidates.jsonl, by its id or its golden commit')
    .option('--folder <dir>', 'folder of the mined commits', MINED_FOLDER)
    .option('--repo <owner/name>', 'name of the repository, also used to find it in --mirror')
    .option('--golden <commit>', 'the refactoring commit, 40 hex digits')
    .option('--url <url>', 'URL of the repository (default: on GitHub)')
    .addOption(
      new Option('--language <language>', 'language (default: that of most changed files)').choices(
        instanceSchema.shape.language.options,
      ),
    )
    .option(
      '--no-tests <reason>',
      'add an instance whose tests cannot be run: it needs no environment and is scored for IFR and precision alone',
    );
  addWorkspaceOptions(add, { instances: 'write', state: 'write' }).action(
    async (options: AddOptions) => {
      const { url, language, tests } = options;
      const added = await addInstance({
        workspace: workspaceOf(options),
        ...(await chosenCommit(options)),
        url,
        ...(language === undefined ? {} : { language }),
        ...(tests === true ? {} : { noTests: tests }),
        signal: AbortSignal.timeout(600_000),
      });
      process.stdout.write(`${added.instance.id}\n`);
      process.stderr.write(`${added.dir}\nStill missing:\n`);
      for (const thing of added.missing) process.stderr.write(`  ${thing}\n`);
    },
  );
}

type Chosen = Pick<AddInstanceOptions, 'repository' | 'golden' | 'language' | 'known'>;

async function chosenCommit({ candidate, folder, repo, golden }: AddOptions): Promise<Chosen> {
  if (candidate !== undefined && repo === undefined && golden === undefined) {
    const found = await findCandidate(resolve(folder), candidate);
    const { category, licence } = found;
    const place = `${found.score.scorer} score ${found.score.score.toFixed(4)}, rank ${found.rank}`;
    const provenance = `Mined by refbench (${place}).`;
    const { repository, golden, language } = found;
    return { repository, golden, language, known: { category, licence, provenance } };
  }
  if (candidate === undefined && repo !== undefined && golden !== undefined) {
    return { repository: repo, golden };
  }
  throw new RefbenchError({
    kind: 'usage',
    message: 'specify a commit',
    hint: 'use --candidate, or --repo and --golden',
  });
}
