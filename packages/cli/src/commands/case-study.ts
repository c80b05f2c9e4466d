import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  caseStudyMarkdown,
  diffOf,
  findAttempt,
  readAttemptView,
  readRunView,
  writeCaseStudy,
  type AttemptView,
} from '@refbench/evidence';
import { writeFileAtomic, countOf } from '@refbench/base';
import { askUntilFits, CallBudget } from '@refbench/models';
import { openInstanceRepository, readTask, selectOne } from '@refbench/instances';
import { document } from '../command-line/command/refbench-command.ts';
import { addHostModelOptions, hostModelOf, type HostModelOptions } from '../options/host-model.ts';
import { sourcePath } from '../options/report-options.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, HostModelOptions {
  readonly agents: string;
  readonly out?: string;
}

/** Adds `report case-study`, in which a model compares two attempts with golden. */
export function addCaseStudyCommand(report: Command): void {
  const command = report
    .command('case-study')
    .description('let a model compare two attempts on an instance with golden, with cited evidence')
    .argument('<run>', 'name or folder of the run')
    .argument('<instance>', 'id of the instance')
    .requiredOption('--agents <a,b>', 'the two agents')
    .option('--out <file>', 'write the Markdown to a file');
  addWorkspaceOptions(addHostModelOptions(command)).action(
    async (run: string, instance: string, options: Options) => {
      const workspace = workspaceOf(options);
      const entry = await selectOne(workspace, instance);
      const [a, b] = await attemptsOf(run, entry.instance.id, options);
      const { client: model, budgetUsd } = await hostModelOf(options);
      const budget = new CallBudget(budgetUsd);
      const signal = AbortSignal.timeout(900_000);
      const repository = await openInstanceRepository({ workspace, entry, signal });
      const { base, golden } = entry.instance;
      const study = await writeCaseStudy({
        client: {
          ask: (request) => askUntilFits(() => budget.pay(() => model.structured(request)), signal),
        },
        a,
        b,
        signal,
        task: await readTask(entry, 'instructed'),
        golden: diffOf(await repository.diff(base, golden)),
      });
      const text = caseStudyMarkdown(study);
      if (options.out === undefined) process.stdout.write(text);
      else await writeFileAtomic(resolve(options.out), text);
      process.stderr.write(`$${study.usd.toFixed(4)}\n`);
    },
  );
  document(command, {
    output: 'Prints Markdown on standard output, or writes it to `--out`.',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [
      [
        'refbench report case-study my-run koajs__koa-ef467caa --agents mine,other --model claude-sonnet-4-6',
        'explain why two agents differ on an instance',
      ],
    ],
  });
}

async function attemptsOf(
  run: string,
  instance: string,
  { agents, runsDir, instancesDir }: Options,
): Promise<readonly [AttemptView, AttemptView]> {
  const folder = await sourcePath(runsDir, run);
  const view = await readRunView(folder, { instancesDir, resamples: 0 });
  const names = agents.split(',');
  const views = await Promise.all(
    names.map(async (agent) => {
      const row = view.attempts.find(
        (one) => one.agent === agent && one.instance === instance && one.counts,
      );
      if (row !== undefined) return await readAttemptView(await findAttempt(folder, row.key));
      throw new RefbenchError({
        kind: 'usage',
        message: `run ${view.run} has no scored attempt of "${agent}" on ${instance}`,
        hint: `its agents are: ${view.agents.map(({ name }) => name).join(', ')}; see refbench runs show ${view.run}`,
      });
    }),
  );
  const [a, b] = views;
  if (a !== undefined && b !== undefined && views.length === 2) return [a, b];
  throw new RefbenchError({
    kind: 'usage',
    message: `--agents names ${countOf(names.length, 'agent')}`,
    hint: 'name two, for example --agents mine,other',
  });
}
