import type { Command } from 'commander';
import { TOOL_VERSION } from '@refbench/runner';
import { probePaths } from './command-line/path-option.ts';
import { RefbenchCommand } from './command-line/refbench-command.ts';
import { addCalibrateCommand } from './commands/calibrate.ts';
import { documentAll } from './command-line/command-facts.ts';
import { addCompareCommand } from './commands/compare.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addDevCommand } from './commands/dev.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEnvCommand } from './commands/env.ts';
import { addGcCommand } from './commands/gc.ts';
import { addGradeCommand } from './commands/grade.ts';
import { addImagesCommand } from './commands/images.ts';
import { addInstanceCommand } from './commands/instance.ts';
import { addMineCommand } from './commands/mine.ts';
import { addPlansCommand } from './commands/plans.ts';
import { addQuickstartCommand } from './commands/quickstart.ts';
import { addReportCommands } from './commands/report.ts';
import { addRulesCommand } from './commands/rules.ts';
import { addRunCommand } from './commands/run.ts';
import { addRunsCommand } from './commands/runs.ts';
import { addTaskCommand } from './commands/task.ts';

/** The command line; commands that end in other than 0 or an error say so through `setExitCode`. */
export function createProgram(setExitCode: (code: number) => void): Command {
  const program = new RefbenchCommand('refbench')
    .description('Benchmarks of code refactoring by coding agents')
    .version(TOOL_VERSION)
    .showHelpAfterError('(add --help for the options, or run: refbench help)')
    .exitOverride()
    .hook('preAction', (_, action) => probePaths(action));
  addQuickstartCommand(program, setExitCode);
  addRunCommand(program, setExitCode);
  addGradeCommand(program, setExitCode);
  addRunsCommand(program, setExitCode);
  addPlansCommand(program, setExitCode);
  addEnvCommand(program, setExitCode);
  addCalibrateCommand(program, setExitCode);
  addInstanceCommand(program, setExitCode);
  addRulesCommand(program, setExitCode);
  addImagesCommand(program, setExitCode);
  addMineCommand(program, setExitCode);
  addTaskCommand(program, setExitCode);
  addReportCommands(program, setExitCode);
  addCompareCommand(program);
  addDoctorCommand(program, setExitCode);
  addGcCommand(program);
  addCompletionCommand(program);
  addDevCommand(program);
  documentAll(program);
  return program;
}
