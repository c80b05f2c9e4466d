import type { Command } from 'commander';
import { LOG_LEVELS } from '@refbench/base';
import { documentAll } from './command-line/docs/command-docs.ts';
import { createRoot } from './command-line/create-root.ts';
import { probePaths } from './command-line/path-option.ts';
import { addCommands, type LazyCommand } from './command-line/command/lazy-commands.ts';

/**
 * Creates the command line for these arguments. Commands report a non-zero exit code without an error
 * through `setExitCode`.
 */
export async function createProgram(
  setExitCode: (code: number) => void,
  args: readonly string[],
): Promise<Command> {
  const program = createRoot().hook('preAction', (_, action) => prepare(action));
  const [typed, ...rest] = args;
  // The version needs no command.
  if (typed === '--version' || typed === '-V') return program;
  await addCommands(program, commandsWith(setExitCode, rest), typed);
  for (const added of program.commands) {
    const group = groupOf(added.name());
    if (group !== undefined) added.helpGroup(group);
  }
  documentAll(program);
  return program;
}

/** Whether `refbench` has a command of this name. */
export function isCommand(word: string): boolean {
  return commandsWith(() => undefined, []).some(({ names }) => names.includes(word));
}

/** Commands that write a log file; for the others, `--log-level` writes to standard error. */
const LOGGED_COMMANDS: ReadonlySet<string> = new Set([
  'run',
  'grade',
  'verify',
  'quickstart',
  'attack',
]);

async function prepare(action: Command): Promise<void> {
  await probePaths(action);
  const level: unknown = action.getOptionValue('logLevel');
  const parsed = LOG_LEVELS.find((one) => one === level);
  if (parsed === undefined || LOGGED_COMMANDS.has(action.name())) return;
  (await import('./terminal/log-file.ts')).logToStandardError(parsed);
}

/** Loads all commands, for commands that document the others. */
const allCommands = (): Promise<Command> => createProgram(() => undefined, []);

/** The commands that a person needs first, and the others by what they are for. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Start here:': [
    'quickstart',
    'init',
    'own',
    'run',
    'grade',
    'runs',
    'report',
    'compare',
    'view',
    'leaderboard',
    'doctor',
  ],
  'Several hosts:': ['worker', 'ctl'],
  'Studies:': ['stats', 'verify', 'attack', 'plans', 'tiers'],
  'Instances:': [
    'mine',
    'import',
    'instance',
    'task',
    'rules',
    'env',
    'calibrate',
    'label',
    'dataset',
    'images',
  ],
};

function groupOf(name: string): string | undefined {
  return Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0];
}

/** All commands in the order of the help. */
function commandsWith(
  setExitCode: (code: number) => void,
  rest: readonly string[],
): readonly LazyCommand[] {
  return [
    command('quickstart', async (to) =>
      (await import('./commands/quickstart.ts')).addQuickstartCommand(to, setExitCode),
    ),
    command('init', async (to) => (await import('./commands/init.ts')).addInitCommand(to)),
    command('own', async (to) =>
      (await import('./commands/own/own.ts')).addOwnCommand(to, setExitCode),
    ),
    command('run', async (to) =>
      (await import('./commands/run.ts')).addRunCommand(to, setExitCode),
    ),
    command('worker', async (to) =>
      (await import('./commands/worker.ts')).addWorkerCommand(to, setExitCode),
    ),
    command('ctl', async (to) => (await import('./commands/ctl.ts')).addCtlCommand(to)),
    command('grade', async (to) =>
      (await import('./commands/grade.ts')).addGradeCommand(to, setExitCode),
    ),
    command('attack', async (to) =>
      (await import('./commands/attack.ts')).addAttackCommand(to, setExitCode),
    ),
    command('runs', async (to) =>
      (await import('./commands/runs.ts')).addRunsCommand(to, setExitCode),
    ),
    {
      names: ['report', 'stats'],
      add: async (to) => (await import('./commands/report.ts')).addReportCommands(to, setExitCode),
    },
    command('compare', async (to) => (await import('./commands/compare.ts')).addCompareCommand(to)),
    command('view', async (to) => (await import('./commands/view.ts')).addViewCommand(to)),
    command('leaderboard', async (to) =>
      (await import('./commands/leaderboard.ts')).addLeaderboardCommand(to, setExitCode),
    ),
    command('doctor', async (to) =>
      (await import('./commands/doctor.ts')).addDoctorCommand(to, setExitCode),
    ),
    command('verify', async (to) =>
      (await import('./commands/verify.ts')).addVerifyCommand(to, setExitCode),
    ),
    command('plans', async (to) =>
      (await import('./commands/plans.ts')).addPlansCommand(to, setExitCode),
    ),
    command('tiers', async (to) =>
      (await import('./commands/tiers.ts')).addTiersCommand(to, setExitCode, rest[0]),
    ),
    command('mine', async (to) =>
      (await import('./commands/mine.ts')).addMineCommand(to, setExitCode),
    ),
    command('import', async (to) =>
      (await import('./commands/import.ts')).addImportCommand(to, setExitCode),
    ),
    command('instance', async (to) =>
      (await import('./commands/instance.ts')).addInstanceCommand(to, setExitCode, rest[0]),
    ),
    command('task', async (to) =>
      (await import('./commands/task.ts')).addTaskCommand(to, setExitCode),
    ),
    command('rules', async (to) =>
      (await import('./commands/rules.ts')).addRulesCommand(to, setExitCode, rest[0]),
    ),
    command('env', async (to) =>
      (await import('./commands/env.ts')).addEnvCommand(to, setExitCode),
    ),
    command('calibrate', async (to) =>
      (await import('./commands/calibrate.ts')).addCalibrateCommand(to, setExitCode),
    ),
    command('label', async (to) =>
      (await import('./commands/label.ts')).addLabelCommand(to, setExitCode),
    ),
    command('dataset', async (to) =>
      (await import('./commands/dataset.ts')).addDatasetCommand(to, setExitCode),
    ),
    command('images', async (to) =>
      (await import('./commands/images.ts')).addImagesCommand(to, setExitCode),
    ),
    command('gc', async (to) => (await import('./commands/gc.ts')).addGcCommand(to)),
    command('completion', async (to) =>
      (await import('./commands/completion.ts')).addCompletionCommand(to, allCommands),
    ),
    command('dev', async (to) =>
      (await import('./commands/dev.ts')).addDevCommand(to, allCommands),
    ),
  ];
}

function command(name: string, add: LazyCommand['add']): LazyCommand {
  return { names: [name], add };
}
