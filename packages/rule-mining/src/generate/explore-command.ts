import { globWord, isGlob, parsePipe, quotedWord, type CommandWord } from './command-words.ts';
import { PROGRAMS } from './program-rules.ts';
import { pathFault } from './tree-path.ts';

/** A command line that may run, as a script in which everything else is quoted, or a refusal. */
export type CheckedCommand =
  | { readonly kind: 'allowed'; readonly script: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Long enough for any search, and short enough for a log line. */
export const MAX_COMMAND_CHARACTERS = 2_000;
const MAX_STAGES = 5;

/**
 * Checks a command line of a model. Allowed are pipes of programs that only read, with listed options,
 * on paths of the tree. The script is written anew from the parsed words, so that a shell sees nothing
 * that was not checked.
 */
export function checkCommand(line: string): CheckedCommand {
  if (line.length > MAX_COMMAND_CHARACTERS) {
    return refused(`the command is longer than ${MAX_COMMAND_CHARACTERS} characters`);
  }
  const parsed = parsePipe(line);
  if (parsed.kind === 'refused') return parsed;
  if (parsed.stages.length > MAX_STAGES) {
    return refused(`a pipe has at most ${MAX_STAGES} commands`);
  }
  const scripts: string[] = [];
  for (const words of parsed.stages) {
    const checked = checkStage(words);
    if (checked.kind === 'refused') return checked;
    scripts.push(checked.script);
  }
  const [first = '', ...others] = scripts;
  // Without input, ripgrep searches the folder, and cat does not wait for ever.
  return { kind: 'allowed', script: [`${first} </dev/null`, ...others].join(' | ') };
}

function checkStage([program, ...args]: readonly CommandWord[]): CheckedCommand {
  const name = program?.text ?? '';
  const rules = PROGRAMS.get(name);
  if (rules === undefined) {
    return refused(`"${name}" is not available; use ${[...PROGRAMS.keys()].join(', ')}`);
  }
  const read = rules.read(args);
  if (read.kind === 'refused') return read;
  for (const path of read.paths) {
    const fault = pathFault(path);
    if (fault !== undefined) return refused(fault);
  }
  const expanded = new Set(rules.globs ? read.paths.filter(isGlob) : []);
  const written = args.map((word) => (expanded.has(word) ? globWord(word) : quotedWord(word)));
  return { kind: 'allowed', script: [name, ...written].join(' ') };
}

function refused(reason: string): CheckedCommand {
  return { kind: 'refused', reason };
}
