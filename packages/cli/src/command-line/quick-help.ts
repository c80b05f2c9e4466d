import { CommanderError } from 'commander';
import { addCommandRows, type CommandRow } from './command-table.ts';
import { createRoot } from './create-root.ts';

/** What was written for a command line that needs no code of a command. */
export interface QuickHelp {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * Answers a command line that asks for help or names no command, from the table of commands. Returns
 * undefined if the line may mean anything else: then only the real command can tell.
 */
export async function quickHelp(
  table: readonly CommandRow[],
  args: readonly string[],
): Promise<QuickHelp | undefined> {
  if (args.includes('--help-all') || !(asksForHelp(args) || namesNoCommand(table, args))) {
    return undefined;
  }
  const program = createRoot();
  const written = { stdout: '', stderr: '' };
  program.configureOutput({
    writeOut: (text) => void (written.stdout += text),
    writeErr: (text) => void (written.stderr += text),
  });
  addCommandRows(program, table);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.code.startsWith('commander.help');
    // The table knows no parsers of values, so its other errors would not be those of the command.
    if (isHelp || namesNoCommand(table, args)) return { ...written, exitCode: error.exitCode };
  }
  return undefined;
}

function asksForHelp(args: readonly string[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h');
}

/** Whether the words end before a command that can be executed. */
function namesNoCommand(rows: readonly CommandRow[], [word, ...rest]: readonly string[]): boolean {
  const row = rows.find(({ name }) => name === word);
  if (row === undefined) return true;
  const onlyGroups = row.commands.length > 0 && row.arguments.length === 0;
  return onlyGroups && namesNoCommand(row.commands, rest);
}
