import type { ReportFormat } from '../../test-reports/formats.ts';
import { formatWords, type ShellWord } from '../shell-words.ts';

/** One test runner: how to recognise it, and how to make it write a report. */
export interface Runner {
  readonly name: 'vitest' | 'jest' | 'mocha' | 'ava' | 'tap' | 'node:test' | 'bun';
  /** Names of its programs. */
  readonly programs: readonly string[];
  /** The package that contains it, if any. */
  readonly dependency: string | undefined;
  readonly format: ReportFormat;
  /** Removes options that stop early, watch, measure coverage or choose another report. */
  readonly keep: (words: readonly ShellWord[]) => readonly ShellWord[];
  /** A command that writes its report to the file `$report`. */
  readonly command: (words: readonly ShellWord[]) => string;
}

/** Options to remove: without a value, or with the following value unless it is given with `=`. */
interface Dropped {
  readonly alone: RegExp;
  readonly withValue: RegExp;
}

function keeping({ alone, withValue }: Dropped): Runner['keep'] {
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

const NEVER = /(?!)/;

/** Options that are never needed: colours and verbosity. */
const common = '--colou?rs?|--no-colou?rs?|--verbose|--silent|--quiet|--passWithNoTests';

export const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    programs: ['vitest'],
    dependency: 'vitest',
    format: 'jest-json',
    keep: keeping({
      alone: new RegExp(`^(run|watch|dev|--run|--watch|-w|--ui|--coverage.*|--bail.*|${common})$`),
      withValue: /^(--reporter|--outputFile)(\..*)?(=|$)/,
    }),
    command: (words) =>
      `node_modules/.bin/vitest run --reporter=json --outputFile="$report" --coverage.enabled=false --passWithNoTests${more(words)}`,
  },
  {
    name: 'jest',
    programs: ['jest'],
    dependency: 'jest',
    format: 'jest-json',
    keep: keeping({
      alone: new RegExp(
        `^(--watch|--watchAll|--coverage|--coverage=.*|--collectCoverage|--bail|-b|--ci|--json|--forceExit|--updateSnapshot|-u|${common})$`,
      ),
      withValue: /^(--reporters|--outputFile|--coverageReporters|--maxWorkers|-w)(=|$)/,
    }),
    // --ci never writes a snapshot.
    command: (words) =>
      `node_modules/.bin/jest --ci --json --outputFile="$report" --coverage=false --maxWorkers=2 --passWithNoTests --forceExit${more(words)}`,
  },
  {
    name: 'mocha',
    programs: ['mocha', '_mocha'],
    dependency: 'mocha',
    format: 'mocha-json',
    keep: keeping({
      alone: new RegExp(
        `^(--bail|-b|--watch|-w|--forbid-only|--forbid-pending|--parallel|${common})$`,
      ),
      withValue: /^(--reporter|-R|--reporter-options?|-O|--retries)(=|$)/,
    }),
    // _mocha is the runner itself. The wrapper of old mocha versions loses output that is not read in
    // time.
    command: (words) => `node_modules/.bin/_mocha --reporter json${more(words)} >"$report"`,
  },
  {
    name: 'ava',
    programs: ['ava'],
    dependency: 'ava',
    format: 'tap',
    keep: keeping({
      alone: new RegExp(`^(--watch|-w|--fail-fast|--tap|-t|-v|--update-snapshots|-u|${common})$`),
      withValue: NEVER,
    }),
    command: (words) => `node_modules/.bin/ava --tap${more(words)} >"$report"`,
  },
  {
    name: 'tap',
    programs: ['tap'],
    dependency: 'tap',
    format: 'tap',
    keep: keeping({
      alone: new RegExp(
        `^(--bail|-b|--watch|-w|--100|--cov|--coverage|--no-cov|--check-coverage|--no-check-coverage|--coverage-report=.*|${common})$`,
      ),
      withValue: /^(--reporter|-R|--coverage-report)(=|$)/,
    }),
    command: (words) => `node_modules/.bin/tap --reporter=tap${more(words)} >"$report"`,
  },
  {
    name: 'node:test',
    programs: [],
    dependency: undefined,
    format: 'tap',
    keep: keeping({
      alone: /^(--watch|--experimental-test-coverage)$/,
      withValue: /^(--test-reporter|--test-reporter-destination)(=|$)/,
    }),
    command: (words) =>
      `node --test --test-reporter=tap --test-reporter-destination="$report"${more(words)}`,
  },
];

function more(words: readonly ShellWord[]): string {
  return words.length === 0 ? '' : ` ${formatWords(words)}`;
}
