import type { DocsTable } from '../command/refbench-command.ts';

/**
 * Documentation of the commands of `tiers`. Each command reads the files that the previous one wrote
 * to `--folder`.
 */
export const TIERS_DOCS: DocsTable = {
  'tiers fetch jira': {
    output: 'Prints one line per page on standard error. Writes `tickets.jsonl` to `--folder`.',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'interrupted'],
    examples: [
      [
        'refbench tiers fetch jira https://jira.example.org --project SPR',
        'fetch all tickets of a project',
      ],
    ],
  },
  'tiers fetch import': {
    output: 'Prints counts on standard error. Writes `tickets.jsonl` to `--folder`.',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench tiers fetch import issues.json --format github', 'import tickets from a file'],
    ],
  },
  'tiers label': {
    output: 'Prints tables on standard output. Writes `labels.json` to `--folder`.',
    json: 'tiers-labels',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench tiers label', 'assign a tier to each resolved ticket']],
  },
  'tiers index': {
    output: 'Prints tables on standard output. Writes `index.json` to `--folder`.',
    json: 'tiers-index',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      [
        'refbench tiers index ./clone --project SPR',
        'match tickets with the commits that fix them',
      ],
    ],
  },
  'tiers sample': {
    output: 'Prints one line per tier on standard output. Writes `sample.json` to `--folder`.',
    json: 'tiers-sample',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench tiers sample --per-tier 30 --seed 42', 'draw the same tickets as the study'],
    ],
  },
  'tiers eval': {
    output: 'Prints one line per answer on standard error. Writes answers to `--folder`.',
    exits: ['infra-incomplete', 'invalid-file', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench tiers eval --model claude-sonnet-4-6 --budget 5', 'ask for one answer per ticket'],
      [
        'refbench tiers eval --model claude-sonnet-4-6 --system-prompt study --budget 5',
        'ask with the prompt of the study, in our words',
      ],
    ],
  },
  'tiers score': {
    output: 'Prints tables on standard output. Writes `results/` to `--folder`.',
    json: 'tiers-scores',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository'],
    examples: [['refbench tiers score', 'score all answers in the folder']],
  },
  'tiers to-predictions': {
    output: 'Prints a table on standard output. Writes `predictions/<model>.jsonl` to `--folder`.',
    json: 'tiers-predictions',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      [
        'refbench tiers to-predictions',
        'make patches of the answers whose ticket has an instance, for refbench grade',
      ],
    ],
  },
  'tiers compare': {
    output: 'Prints tables on standard output. Writes files to `--out`.',
    json: 'tiers-comparison',
    exits: ['invalid-file', 'disk'],
    examples: [
      ['refbench tiers compare --out figures', 'write tables, figures and tests of all models'],
    ],
  },
};
