import { InvalidArgumentError, Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
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

type Filter = 'language' | 'exclude' | 'limit' | 'sample';

/** Filters on the instances that patterns name, with a seed; most commands that take instances have them. */
export function addSelectionOptions<C extends Command>(
  command: C,
  without: readonly Filter[] = [],
): C {
  const seed = new Option('--seed <text>', 'decides the sample; the same seed chooses the same');
  command.addOption(seed.default('0').helpGroup(GROUP));
  return addFilters(command, without);
}

/** The same, for a command with a `--seed` of its own. `without` names options that mean something else there. */
export function addFilters<C extends Command>(command: C, without: readonly Filter[] = []): C {
  const filters: Readonly<Record<Filter, Option>> = {
    language: new Option('--language <languages>', `only these: ${LANGUAGES.join(', ')}`).argParser(
      collectLanguages,
    ),
    exclude: new Option(
      '--exclude <ids|globs|sets>',
      'leave these out (repeatable, or a,b)',
    ).argParser(collectList),
    limit: new Option('--limit <n>', 'the first n by id').argParser(positive),
    sample: new Option('--sample <n>', 'n of them, chosen by --seed')
      .argParser(positive)
      .conflicts('limit'),
  };
  for (const [name, option] of Object.entries(filters)) {
    if (!without.some((one) => one === name)) command.addOption(option.helpGroup(GROUP));
  }
  return command;
}

/**
 * Refuses filters where nothing is chosen among instances.
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
    message: `--${given} chooses among instances, and no --instances are given`,
    hint: `give --instances, or leave --${given} out`,
  });
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
