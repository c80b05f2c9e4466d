import type { FactTable } from '../refbench-command.ts';
import { MINE_EXITS, KOA, TALLY } from './shared-facts.ts';

/** Facts of `mine` and `task`. */
export const MINE_FACTS: FactTable = {
  'mine archive': {
    output: 'One line an hour on standard error; findings in `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine archive --from 2024-03 --to 2024-05', 'hours of the GH Archive']],
  },
  'mine git': {
    output: 'One line a repository on standard error; findings in `--folder`.',
    json: 'mined-unit',
    exits: [...MINE_EXITS, 'repository'],
    examples: [
      [
        "refbench mine git --repositories koajs/koa --mirror '/srv/git/{owner}+{name}/repo'",
        'histories of mirrors, offline',
      ],
    ],
  },
  'mine csv': {
    output: 'One line on standard error; findings in `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine csv commits.csv', 'a list of known commits']],
  },
  'mine hydrate': {
    output: 'Counts on standard error; findings in `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine hydrate', 'ask the GitHub API for what is missing']],
  },
  'mine bigquery': {
    output: 'SQL on standard output; with `--run`, findings in `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine bigquery --from 2024', 'print the SQL for a year']],
  },
  'mine rows': {
    output: 'One line on standard error; findings in `--folder`.',
    json: 'mined-unit',
    exits: MINE_EXITS,
    examples: [['refbench mine rows result.jsonl', 'the result of a query that ran elsewhere']],
  },
  'mine rank': {
    output: 'A table on standard output; `ranking.jsonl` in `--folder`.',
    json: 'mined-commit',
    exits: [...MINE_EXITS, 'repository'],
    examples: [['refbench mine rank', 'measure and score what was admitted']],
  },
  'mine select': {
    output: 'A table on standard output; `candidates.jsonl` in `--folder`.',
    json: 'candidate',
    exits: [...MINE_EXITS, 'repository'],
    examples: [['refbench mine select --count 100 --quota go=20', 'take the best']],
  },
  'mine explain': {
    output: 'One line a stage on standard output.',
    json: 'explanation',
    exits: ['invalid-file'],
    examples: [['refbench mine explain 22af4859', 'what became of a commit']],
  },
  'mine funnel': {
    output: 'Two tables on standard output; with `--out`, a figure as SVG and PNG.',
    json: 'mining-funnel',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench mine funnel --out figures', 'how many commits remain after each stage']],
  },
  'task write': {
    output: 'The paths of the texts on standard output; cost on standard error.',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [
      [`refbench task write ${KOA} --model claude-sonnet-4-6`, 'both texts, by a model'],
      [`refbench task write ${KOA} --skeleton`, 'both texts, for a person to fill in'],
    ],
  },
  'task check': {
    output: 'One line a problem on standard output.',
    json: 'task-problem',
    exits: ['invalid-file', 'repository'],
    examples: [[`refbench task check ${TALLY}`, 'does the open text give anything away?']],
  },
};
