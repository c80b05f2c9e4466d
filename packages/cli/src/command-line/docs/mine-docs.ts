import type { DocsTable } from '../command/refbench-command.ts';
import { MINE_EXITS, KOA, TALLY } from './shared-docs.ts';

/** Documentation of the commands of `mine` and `task`. */
export const MINE_DOCS: DocsTable = {
  'mine archive': {
    output: 'Prints one line per hour on standard error. Writes findings to `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [
      ['refbench mine archive --from 2024-03 --to 2024-05', 'read three months of the GH Archive'],
    ],
  },
  'mine git': {
    output: 'Prints one line per repository on standard error. Writes findings to `--folder`.',
    json: 'mined-unit',
    exits: [...MINE_EXITS, 'repository'],
    examples: [
      [
        "refbench mine git --repositories koajs/koa --mirror '/srv/git/{owner}+{name}/repo'",
        'read the histories of mirrors, offline',
      ],
    ],
  },
  'mine csv': {
    output: 'Prints one line on standard error. Writes findings to `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine csv commits.csv', 'read a list of known commits']],
  },
  'mine hydrate': {
    output: 'Prints counts on standard error. Writes findings to `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine hydrate', 'fetch missing data from the GitHub API']],
  },
  'mine bigquery': {
    output: 'Prints SQL on standard output. With `--run`, writes findings to `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine bigquery --from 2024', 'print the SQL for one year']],
  },
  'mine rows': {
    output: 'Prints one line on standard error. Writes findings to `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [
      ['refbench mine rows result.jsonl', 'import the result of a query that ran elsewhere'],
    ],
  },
  'mine rank': {
    output: 'Prints a table on standard output. Writes `ranking.jsonl` to `--folder`.',
    json: 'mined-commit',
    exits: [...MINE_EXITS, 'repository'],
    examples: [['refbench mine rank', 'measure and score the admitted commits']],
  },
  'mine select': {
    output: 'Prints a table on standard output. Writes `candidates.jsonl` to `--folder`.',
    json: 'candidate',
    exits: [...MINE_EXITS, 'repository'],
    examples: [['refbench mine select --count 100 --quota go=20', 'select the best commits']],
  },
  'mine explain': {
    output: 'Prints one line per stage on standard output.',
    json: 'explanation',
    exits: ['invalid-file'],
    examples: [['refbench mine explain 22af4859', 'show how each stage treated a commit']],
  },
  'mine funnel': {
    output: 'Prints two tables on standard output. With `--out`, writes a figure as SVG and PNG.',
    json: 'mining-funnel',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench mine funnel --out figures', 'count the commits that remain after each stage'],
    ],
  },
  'task write': {
    output: 'Prints the paths of the texts on standard output and the cost on standard error.',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [
      [`refbench task write ${KOA} --model claude-sonnet-4-6`, 'write both texts with a model'],
      [`refbench task write ${KOA} --skeleton`, 'write skeletons for a person to fill in'],
    ],
  },
  'task check': {
    output:
      'Prints one line per problem on standard output. With `--model`, prints the cost on standard error and writes `task.findings.json` of the instance; the same model is not asked twice about the same text.',
    json: 'task-problem',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [
      [`refbench task check ${TALLY}`, 'check whether the open text reveals the solution'],
      [
        `refbench task check ${TALLY} --model claude-sonnet-4-6`,
        'also ask a model which decisions the open text gives away',
      ],
    ],
  },
  'task review': {
    output:
      'Prints what golden does, both texts, their reviews and all findings on standard output. At a terminal it asks which texts to accept. Writes `task.review.yaml` of the instance; a review is valid until its text changes.',
    json: 'task-review',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      [`refbench task review ${TALLY}`, 'compare the texts with what golden does'],
      [
        `refbench task review ${TALLY} --accept instructed,open --by "Ada Lovelace" --notes "names agree"`,
        'record that a person accepts both texts',
      ],
    ],
  },
};
