import type { FactTable } from '../refbench-command.ts';

/** Facts of `tiers`. Each command reads what the one before it wrote into `--folder`. */
export const TIERS_FACTS: FactTable = {
  'tiers fetch jira': {
    output: 'One line a page on standard error; `tickets.jsonl` in `--folder`.',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'interrupted'],
    examples: [
      [
        'refbench tiers fetch jira https://jira.example.org --project SPR',
        'all tickets of a project',
      ],
    ],
  },
  'tiers fetch import': {
    output: 'Counts on standard error; `tickets.jsonl` in `--folder`.',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench tiers fetch import issues.json --format github', 'tickets that are at hand'],
    ],
  },
  'tiers label': {
    output: 'Tables on standard output; `labels.json` in `--folder`.',
    json: 'tiers-labels',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench tiers label', 'a tier for each resolved ticket']],
  },
  'tiers index': {
    output: 'Tables on standard output; `index.json` in `--folder`.',
    json: 'tiers-index',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      ['refbench tiers index ./clone --project SPR', 'tickets and the commits that fix them'],
    ],
  },
  'tiers sample': {
    output: 'One line a tier on standard output; `sample.json` in `--folder`.',
    json: 'tiers-sample',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench tiers sample --per-tier 30 --seed 42', 'as the study draws them']],
  },
  'tiers eval': {
    output: 'One line an answer on standard error; answers in `--folder`.',
    exits: ['infra-incomplete', 'invalid-file', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench tiers eval --model claude-sonnet-4-5 --budget 5', 'one answer for each ticket'],
    ],
  },
  'tiers score': {
    output: 'Tables on standard output; `results/` in `--folder`.',
    json: 'tiers-scores',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [['refbench tiers score', 'all answers of the folder']],
  },
  'tiers compare': {
    output: 'Tables on standard output; files in `--out`.',
    json: 'tiers-comparison',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench tiers compare --out figures', 'tables, figures and tests of all models']],
  },
};
