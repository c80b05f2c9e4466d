import { InvalidArgumentError, Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { LANGUAGES, type Selection } from '@refbench/instances';
import { positive } from './number-options.ts';
import { collectList } from './workspace-options.ts';

/** Options that select instances. */
export interface SelectionOptions {
  readonly exclude?: readonly string[];
  readonly language?: Selection['languages'];
  readonly limit?: number;
  readonly sample?: number;
  readonly seed?: string;
}

const GROUP = 'Choosing instances:';

type Filter = 'language' | 'exclude' | 'limit' | 'sample';

/** Adds filters and a seed to a command that takes instances. */
export function addSelectionOptions<C extends Command>(
  command: C,
  without: readonly Filter[] = [],
): C {
  const seed = new Option('--seed <text>', 'seed of --sample');
  command.addOption(seed.default('0').helpGroup(GROUP));
  return addFilters(command, without);
}

/**
 * Adds filters to a command with its own `--seed`. `without` lists options that have another meaning
 * there.
 */
export function addFilters<C extends Command>(command: C, without: readonly Filter[] = []): C {
  const filters: Readonly<Record<Filter, Option>> = {
    language: new Option(
      '--language <languages>',
      `only these languages: ${LANGUAGES.join(', ')}`,
    ).argParser(collectLanguages),
    exclude: new Option(
      '--exclude <ids|globs|sets>',
      'exclude these (repeatable, or a,b)',
    ).argParser(collectList),
    limit: new Option('--limit <n>', 'only the first n by id').argParser(positive),
    sample: new Option('--sample <n>', 'a random sample of n instances')
      .argParser(positive)
      .conflicts('limit'),
  };
  for (const [name, option] of Object.entries(filters)) {
    if (!without.some((one) => one === name)) command.addOption(option.helpGroup(GROUP));
  }
  return command;
}

/**
 * Refuses filters on commands that do not select instances.
 * @throws RefbenchError kind `usage`
 */
export function refuseFilters<F extends Filter>(
  options: Readonly<Partial<Record<F, unknown>>>,
  names: readonly F[],
): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `--${given} selects instances, and --instances is missing`,
    hint: `add --instances, or remove --${given}`,
  });
}

/** Builds the selection of a command line. Without patterns, it selects all instances. */
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
    throw new InvalidArgumentError(`"${name}" is not one of ${LANGUAGES.join(', ')}`);
  });
  return [...previous, ...names];
}
