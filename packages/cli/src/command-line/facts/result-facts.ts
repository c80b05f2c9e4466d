import type { FactTable } from '../refbench-command.ts';

/** Facts of commands about results, and of those about this machine. */
export const RESULT_FACTS: FactTable = {
  'plans control': {
    output: 'Choices on standard error; `plan-control.*.jsonl` in the run.',
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
    output: 'A table on standard output.',
    json: 'judge-accuracy',
    exits: ['invalid-file'],
    examples: [
      [
        'refbench plans accuracy --multiplan five --plan one',
        'did the judge choose the plans that came out better?',
      ],
    ],
  },
  verify: {
    output:
      'Progress and the table of scores on standard error; new `score.json` and summary in `<runs-dir>/<run>`. With `--json`, one event a line on standard output.',
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
    examples: [['refbench verify my-run', 'what --controls fast or none put off']],
  },
  report: {
    output: 'Tables on standard output; files in `<run>/report`, or in `--out`.',
    json: 'report',
    exits: ['infra-incomplete', 'invalid-file', 'disk'],
    examples: [['refbench report my-run', 'tables, tests and figures of a run']],
  },
  stats: {
    output: 'Tables on standard output; files in `--out`.',
    json: 'report',
    exits: ['infra-incomplete', 'invalid-file', 'disk'],
    examples: [['refbench stats results.jsonl --out tables', 'results in the published format']],
  },
  'stats plan': {
    output: 'A table on standard output.',
    json: 'experiment-plan',
    exits: ['invalid-file'],
    examples: [
      ['refbench stats plan --difference 5', 'instances and attempts that five points take'],
      [
        'refbench stats plan --difference 5 --from results.jsonl',
        'with the spread of results that are at hand',
      ],
    ],
  },
  compare: {
    output: 'Tables on standard output; files in `--out`.',
    json: 'comparison',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench compare my-run other-run --agent-a x --agent-b y', 'two agents side by side'],
    ],
  },
  doctor: {
    output: 'One line a check on standard output.',
    json: 'findings',
    exits: ['engine', 'invalid-file', 'disk'],
    examples: [['refbench doctor', 'what this machine has, and what is missing']],
  },
  gc: {
    output: 'What is removed, on standard error.',
    json: 'swept-things',
    exits: ['engine', 'disk'],
    examples: [['refbench gc --dry-run', 'what killed runs left behind']],
  },
  'dev model-server': {
    output: 'Its address on standard output, until Ctrl-C.',
    exits: ['invalid-file'],
    examples: [
      ['refbench dev model-server --script answers.yaml', 'a provider that plays a script'],
    ],
  },
};
