import type { FactTable } from '../refbench-command.ts';

/** Facts of `label`. */
export const LABEL_FACTS: FactTable = {
  'label sample': {
    output: 'Counts of each project on standard output; the drawn rows in `--to`.',
    json: 'label-sample',
    exits: ['invalid-file', 'disk'],
    examples: [
      [
        'refbench label sample rows.jsonl --to drawn.jsonl --quota 5 --seed 1',
        'five rows of each project',
      ],
    ],
  },
  'label run': {
    output:
      'A table on standard output, progress on standard error; votes in `--to`, and `labels.json` beside each instance.',
    json: 'labels',
    alsoJson: 'label-estimate',
    exits: ['infra-incomplete', 'invalid-file', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      [
        "refbench label run --instances 'koajs__*' --model claude-sonnet-4-6 --dry-run",
        'what it would cost',
      ],
      [
        'refbench label run --input rows.jsonl --model claude-sonnet-4-6 --to labels',
        'label rows as of SWE-bench',
      ],
    ],
  },
  'label review': {
    output:
      'Tasks and rationales on standard output, questions on standard error; votes in the folder or in `labels.json`.',
    exits: ['invalid-file', 'in-use', 'disk', 'repository'],
    examples: [
      ["refbench label review --instances 'koajs__*'", 'vote on the labels of instances'],
      ['refbench label review labels --moderate', 'decide where people disagree'],
    ],
  },
  'label export': {
    output: 'The count on standard error; rows in `--to`.',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench label export labels --to dataset.jsonl --kept', 'what the filter keeps'],
      ['refbench label export labels --to questions.csv --questionnaire', 'for two raters'],
    ],
  },
  'label evaluate': {
    output: 'Tables on standard output.',
    json: 'label-evaluation',
    exits: ['invalid-file'],
    examples: [
      ['refbench label evaluate labels --reference people.jsonl', 'how often models are right'],
    ],
  },
  'label map': {
    output: 'The map on standard output.',
    json: 'repository-map',
    exits: ['invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [['refbench label map . --tokens 2000', 'what a model would be shown of a folder']],
  },
};
