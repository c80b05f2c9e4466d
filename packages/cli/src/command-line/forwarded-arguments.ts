import type { Command } from 'commander';

/**
 * Returns the options of a command line that also matter to another process of the same command.
 * @param args arguments after the name of the command
 * @param local attribute names of options that belong to this process
 */
export function forwardedArguments(
  command: Pick<Command, 'options'>,
  args: readonly string[],
  local: ReadonlySet<string>,
): readonly string[] {
  const forwarded: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const flag = arg.startsWith('--') ? arg.split('=', 1)[0] : arg.slice(0, 2);
    const option = command.options.find((one) => one.long === flag || one.short === flag);
    const takesNext = option !== undefined && (option.required || option.optional) && arg === flag;
    const own = takesNext ? args.slice(index, index + 2) : [arg];
    if (takesNext) index += 1;
    if (option === undefined || !local.has(option.attributeName())) forwarded.push(...own);
  }
  return forwarded;
}
