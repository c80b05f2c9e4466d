import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { checkTask } from '@refbench/mining';
import { addOpenLimitOption } from '../open-limit-option.ts';
import { openTaskSubject } from '../task-subject.ts';
import { terminalText } from '../terminal-text.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly openLimit: number;
  readonly json: boolean;
}

export function addTaskCheckCommand(task: Command, setExitCode: (code: number) => void): void {
  const check = task
    .command('check <instance>')
    .description(
      'check that both texts exist, and that the open text is one short line that does not reveal the solution',
    )
    .option('--json', 'print JSON lines on standard output', false);
  addOpenLimitOption(check);
  addWorkspaceOptions(check).action(async (id: string, options: Options) => {
    await using subject = await openTaskSubject(id, options);
    const { leaksIn, entry } = subject;
    const problems = await checkTask(entry.dir, { leaksIn, openLimit: options.openLimit });
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
