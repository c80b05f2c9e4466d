import type { ReportFormat } from '@refbench/docker';
import { formatWords, type ShellWord } from '../draft/shell-words.ts';

/** One call of a test runner. */
export interface Invocation {
  /** The program as the script calls it, e.g. `mocha` or `ts-mocha`. */
  readonly program: string;
  /** Words before the runner that must stay, e.g. `node --expose-gc` or `env-cmd -f .env`. */
  readonly launcher: readonly ShellWord[];
  /** The path of the program if the script has it started by an interpreter. */
  readonly path: string | undefined;
  /** Its arguments, without those that change the report or stop early. */
  readonly words: readonly ShellWord[];
}

/** What a command depends on besides its invocation. */
export interface RunnerContext {
  /** The major version of the runner that package.json asks for, if it is known. */
  readonly major: number | undefined;
  /** The major version of Node. */
  readonly node: number;
  /** Returns a program of node_modules as the script can call it. */
  readonly bin: (name: string) => string;
}

/** One test runner: how to recognise it, and how to make it write a report. */
export interface Runner {
  readonly name: string;
  /** Names of its programs. */
  readonly programs: readonly string[];
  /** The packages that contain it. */
  readonly dependencies: readonly string[];
  readonly format: ReportFormat | ((context: Pick<RunnerContext, 'node'>) => ReportFormat);
  /** Removes options that stop early, watch, measure coverage or choose another report. */
  readonly keep: (words: readonly ShellWord[]) => readonly ShellWord[];
  /** A command that writes its report to the file `$report`. */
  readonly command: (invocation: Invocation, context: RunnerContext) => string;
  /** Functions of bash that the command calls. */
  readonly functions?: string;
  /** Programs in `recipes/` that the command calls. */
  readonly recipePrograms?: readonly string[];
}

/** The format of a runner's report with this Node. */
export function formatOf({ format }: Runner, context: Pick<RunnerContext, 'node'>): ReportFormat {
  return typeof format === 'function' ? format(context) : format;
}

/** Options to remove: without a value, or with the following value unless it is given with `=`. */
interface Dropped {
  readonly alone: RegExp;
  readonly withValue: RegExp;
}

export function keeping({ alone, withValue }: Dropped): Runner['keep'] {
  return (words) => {
    const kept: ShellWord[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined || alone.test(word.text)) continue;
      if (withValue.test(word.text)) {
        if (!word.text.includes('=')) at += 1;
        continue;
      }
      kept.push(word);
    }
    return kept;
  };
}

/** Options that are never needed: colours and verbosity. */
export const common: string =
  '--colou?rs?|--no-colou?rs?|--verbose|--silent|--quiet|--passWithNoTests';

/** Formats arguments that follow others. */
export function more(words: readonly ShellWord[]): string {
  return words.length === 0 ? '' : ` ${formatWords(words)}`;
}

/** Formats the program, with its launcher. Launched programs keep the path that the script names. */
export function launched(
  { launcher, path }: Invocation,
  { bin }: RunnerContext,
  name: string,
): string {
  const program = path ?? bin(name);
  return launcher.length === 0 ? program : `${formatWords(launcher)} ${program}`;
}
