import type { DocsTable } from '../command/refbench-command.ts';

/** Documentation of the commands of `label`. */
export const LABEL_DOCS: DocsTable = {
  'label sample': {
    output:
      'Prints the counts of each project on standard output. Writes the drawn rows to `--to`.',
    json: 'label-sample',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench label sample rows.jsonl --to drawn.jsonl --quota 5 --seed 1',
        'draw five rows of each project',
      ],
    ],
  },
  'label run': {
    output:
      'Prints a table on standard output and progress on standard error. Writes votes to `--to` and `labels.json` to the folder of each instance.',
    json: 'labels',
    alsoJson: 'label-estimate',
    exits: ['infra-incomplete', 'invalid-file', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      [
        "refbench label run --instances 'koajs__*' --model claude-sonnet-4-6 --dry-run",
        'estimate the cost',
      ],
      [
        'refbench label run --input rows.jsonl --model claude-sonnet-4-6 --to labels',
        'label rows in the format of SWE-bench',
      ],
      [
        'refbench label run --input rows.jsonl --model gpt-4o-mini,claude-haiku-4-5 --to labels-both',
        'let two models vote on every criterion',
      ],
    ],
  },
  'label merge': {
    output:
      'Prints a table on standard output. Writes votes, labels and the joined plan to `--to`, and with `--instances-dir` `labels.json` of each instance.',
    json: 'labels',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench label merge labels labels-both --to labels-all',
        'derive labels from the votes of two runs',
      ],
    ],
  },
  'label review': {
    output:
      'Prints tasks and rationales on standard output and questions on standard error. Writes votes to the folder or to `labels.json`.',
    exits: ['invalid-file', 'in-use', 'disk', 'repository'],
    examples: [
      ["refbench label review --instances 'koajs__*'", 'vote on the labels of instances'],
      ['refbench label review labels --moderate', 'decide where reviewers disagree'],
    ],
  },
  'label export': {
    output: 'Prints the count on standard error. Writes rows to `--to`.',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench label export labels --to dataset.jsonl --kept',
        'export the instances that the filter keeps',
      ],
      [
        'refbench label export labels --to questions.csv --questionnaire',
        'export a questionnaire for two raters',
      ],
    ],
  },
  'label evaluate': {
    output: 'Prints tables on standard output.',
    json: 'label-evaluation',
    exits: ['invalid-file'],
    examples: [
      [
        'refbench label evaluate labels --reference people.jsonl',
        'measure how often the models are right',
      ],
    ],
  },
  'label map': {
    output: 'Prints the map on standard output.',
    json: 'repository-map',
    exits: ['invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench label map . --tokens 2000', 'show the map that a model would get of a folder'],
    ],
  },
};
