import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES, type TaskFindings } from '@refbench/contracts';
import { digestOf, shortDigest } from '@refbench/base';
import {
  askDecisions,
  checkTask,
  describeSource,
  findingLines,
  readTaskFindings,
  readTaskText,
  recordTaskFindings,
} from '@refbench/tasks';
import { SpendingLimit } from '@refbench/models';
import { addHostModelOptions, hostModelOf, type HostModelOptions } from '../options/host-model.ts';
import { addOpenLimitOption } from '../options/open-limit-option.ts';
import { openTaskSubject, type TaskSubject } from '../options/task-subject.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, HostModelOptions {
  readonly openLimit: number;
  readonly json: boolean;
}

export function addTaskCheckCommand(task: Command, setExitCode: (code: number) => void): void {
  const check = task
    .command('check <instance>')
    .description(
      'check that both texts exist, and that the open text is one short line that does not reveal the solution; with --model, also ask a model',
    )
    .option('--json', 'print JSON lines on standard output', false);
  addOpenLimitOption(check);
  addHostModelOptions(addWorkspaceOptions(check)).action(async (id: string, options: Options) => {
    await using subject = await openTaskSubject(id, options);
    const { leaksIn, entry } = subject;
    const found = await checkTask(entry.dir, { leaksIn, openLimit: options.openLimit });
    const said = options.model === undefined ? [] : await modelProblems(subject, options);
    const problems = [...found, ...said];
    for (const { file, problem } of problems) {
      const line = `${file} ${terminalText(problem)}`;
      process.stdout.write(`${options.json ? JSON.stringify({ file, problem }) : line}\n`);
    }
    if (problems.length > 0) setExitCode(EXIT_CODES['invalid-file']);
    else {
      process.stderr.write(
        'both texts exist, and the open text is short and does not reveal the solution\n',
      );
    }
  });
}

interface Problem {
  readonly file: string;
  readonly problem: string;
}

async function modelProblems(subject: TaskSubject, options: Options): Promise<readonly Problem[]> {
  const findings = await findingsOf(subject, options);
  const lines = findings === undefined ? [] : findingLines(findings);
  return lines.map((problem) => ({ file: 'task.open.md', problem }));
}

/** Asks the model, unless it was asked about the same text, prompt and commit before. */
async function findingsOf(
  { entry, message, patch }: TaskSubject,
  options: Options,
): Promise<TaskFindings | undefined> {
  const { dir, instance } = entry;
  const text = await readTaskText(dir, 'open');
  // A missing text is a problem of its own, which `checkTask` reports.
  if (text === undefined) return undefined;
  const { client, budgetUsd } = await hostModelOf(options);
  const known = await readTaskFindings(dir, instance.golden);
  if (known.kind === 'current' && known.findings.model === client.model) {
    process.stderr.write(`${client.model} has answered before; nothing was asked\n`);
    return known.findings;
  }
  const ledger = shortDigest(digestOf({ id: instance.id, text, at: Date.now() }));
  const folder = join(workspaceOf(options).stateDir, 'task-check', ledger);
  await using limit = await SpendingLimit.open(join(folder, 'ledger.jsonl'), budgetUsd);
  const said = await askDecisions({
    client: limit.limit(client, `decisions in the open text of ${instance.id}`),
    text,
    subject: describeSource({ message, patch, discussions: [] }),
    signal: AbortSignal.timeout(1_800_000),
  });
  process.stderr.write(`$${said.usd.toFixed(4)}\n`);
  return recordTaskFindings(dir, instance.golden, text, said);
}
