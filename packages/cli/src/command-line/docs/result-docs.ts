import type { DocsTable } from '../command/refbench-command.ts';

/** Documentation of the commands for results and for this machine. */
export const RESULT_DOCS: DocsTable = {
  'plans control': {
    output: 'Prints choices on standard error. Writes `plan-control.*.jsonl` to the run.',
    json: 'plan-control',
    exits: ['infra-incomplete', 'invalid-file', 'in-use', 'disk', 'interrupted'],
    examples: [
      [
        'refbench plans control --multiplan five --plan one',
        'let the judge choose among six plans',
      ],
    ],
  },
  'plans accuracy': {
    output: 'Prints a table on standard output.',
    json: 'judge-accuracy',
    exits: ['invalid-file'],
    examples: [
      [
        'refbench plans accuracy --multiplan five --plan one',
        'check whether the judge chose the better plans',
      ],
    ],
  },
  verify: {
    output:
      'Prints progress and the table of scores on standard error. Writes new `score.json` files and the summary to `<runs-dir>/<run>`. With `--json`, prints one event per line on standard output.',
    json: 'run-events',
    exits: [
      'infra-incomplete',
      'engine',
      'image',
      'patch',
      'invalid-file',
      'in-use',
      'disk',
      'repository',
      'interrupted',
    ],
    examples: [['refbench verify my-run', 'run the checks that --controls fast or none skipped']],
  },
  report: {
    output: 'Prints tables on standard output. Writes files to `<run>/report` or `--out`.',
    json: 'report',
    exits: ['infra-incomplete', 'invalid-file', 'disk'],
    examples: [['refbench report my-run', 'write tables, tests and figures of a run']],
  },
  stats: {
    output: 'Prints tables on standard output. Writes files to `--out`.',
    json: 'report',
    exits: ['infra-incomplete', 'invalid-file', 'disk'],
    examples: [
      ['refbench stats results.jsonl --out tables', 'analyse results in the published format'],
    ],
  },
  'stats plan': {
    output: 'Prints a table on standard output.',
    json: 'experiment-plan',
    exits: ['invalid-file'],
    examples: [
      [
        'refbench stats plan --difference 5',
        'compute the instances and attempts that detect five points',
      ],
      [
        'refbench stats plan --difference 5 --from results.jsonl',
        'use the variance of existing results',
      ],
    ],
  },
  'stats kappa': {
    output: 'Prints a table on standard output.',
    json: 'kappa',
    exits: ['invalid-file'],
    examples: [['refbench stats kappa ratings.csv', 'a table with a column per rater']],
  },
  'stats sizes': {
    output: 'Prints a table on standard output.',
    json: 'patch-sizes',
    exits: ['invalid-file'],
    examples: [['refbench stats sizes outputs/instructed/direct', 'Table 6 of published patches']],
  },
  compare: {
    output: 'Prints tables on standard output. Writes files to `--out`.',
    json: 'comparison',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench compare my-run other-run --agent-a x --agent-b y', 'compare two agents']],
  },
  doctor: {
    output: 'Prints one line per check on standard output.',
    json: 'findings',
    exits: ['engine', 'invalid-file', 'disk'],
    examples: [['refbench doctor', 'check this machine']],
  },
  gc: {
    output: 'Lists the removed files on standard error.',
    json: 'swept-things',
    exits: ['engine', 'disk'],
    examples: [
      ['refbench gc --dry-run', 'list the leftovers of killed runs'],
      [
        'refbench gc --all --dry-run',
        'also list those of other state folders, for example of a deleted one',
      ],
    ],
  },
  'dev model-server': {
    output: 'Prints its address on standard output and runs until Ctrl-C.',
    exits: ['invalid-file'],
    examples: [
      ['refbench dev model-server --script answers.yaml', 'start a provider with scripted answers'],
    ],
  },
};
