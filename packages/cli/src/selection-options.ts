import { InvalidArgumentError, Option, type Command } from 'commander';
import { LANGUAGES, type Selection } from '@refbench/runner';
import { positive } from './number-options.ts';
import { collectList } from './workspace-options.ts';

/** Options that choose among instances. */
export interface SelectionOptions {
  readonly exclude?: readonly string[];
  readonly language?: Selection['languages'];
  readonly limit?: number;
  readonly sample?: number;
  readonly seed?: string;
}

const GROUP = 'Choosing instances:';

/** Filters on the instances that patterns name, with a seed; most commands that take instances have them. */
export function addSelectionOptions(command: Command): Command {
  const seed = new Option('--seed <text>', 'decides the sample; the same seed chooses the same');
  return addFilters(command).addOption(seed.default('0').helpGroup(GROUP));
}

/** The same, for a command with a `--seed` of its own. */
export function addFilters(command: Command): Command {
  const add = (option: Option): void => void command.addOption(option.helpGroup(GROUP));
  add(
    new Option('--language <languages>', `only these: ${LANGUAGES.join(', ')}`).argParser(
      collectLanguages,
    ),
  );
  add(
    new Option('--exclude <ids|globs|sets>', 'leave these out (repeatable, or a,b)').argParser(
      collectList,
    ),
  );
  add(new Option('--limit <n>', 'the first n by id').argParser(positive));
  add(
    new Option('--sample <n>', 'n of them, chosen by --seed')
      .argParser(positive)
      .conflicts('limit'),
  );
  return command;
}

/** The selection of a command line; without patterns, all instances. */
export function selectionOf(
  patterns: readonly string[] | undefined,
  options: SelectionOptions,
): Selection {
  const { exclude, language, limit, sample, seed } = options;
  return {
    patterns: patterns ?? ['*'],
    ...(exclude === undefined ? {} : { exclude }),
    ...(language === undefined ? {} : { languages: language }),
    ...(seed === undefined ? {} : { seed }),
    limit,
    sample,
  };
}

function collectLanguages(
  value: string,
  previous: Selection['languages'] = [],
): Selection['languages'] {
  const names = collectList(value).map((name) => {
    const language = LANGUAGES.find((known) => known === name.toLowerCase());
    if (language !== undefined) return language;
    throw new InvalidArgumentError(`"${name}" is none of ${LANGUAGES.join(', ')}`);
  });
  return [...previous, ...names];
}
