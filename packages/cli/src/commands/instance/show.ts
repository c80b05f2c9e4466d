import type { Command } from 'commander';
import type { InstanceDetails } from '@refbench/contracts';
import { instanceDetails, selectOne } from '@refbench/instances';
import { document } from '../../command-line/command/refbench-command.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addInstanceShowCommand(instance: Command): void {
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
