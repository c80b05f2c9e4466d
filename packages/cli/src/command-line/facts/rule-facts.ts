import type { FactTable } from '../refbench-command.ts';
import { RULE_EXITS, TALLY } from './shared-facts.ts';

/** Facts of `rules`. */
export const RULE_FACTS: FactTable = {
  'rules check': {
    output: 'Violations on standard output.',
    json: 'rule-check',
    exits: RULE_EXITS,
    examples: [[`refbench rules check ${TALLY}`, 'do the rules hold on base and golden?']],
  },
  'rules register': {
    output: 'One line a rule on standard output; accepted rules in the ruleset.',
    json: 'rule-verdict',
    exits: RULE_EXITS,
    examples: [
      [
        `refbench rules register ${TALLY} new.yml --side additive --dry-run`,
        'only judge the rules',
      ],
    ],
  },
  'rules suggest': {
    output:
      'A table of the mined rules on standard output; the ruleset in `--to`, or in the folder of the instance.',
    json: 'rule-suggestion',
    exits: [...RULE_EXITS, 'interrupted'],
    examples: [[`refbench rules suggest ${TALLY} --to mined`, 'mine rules from base and golden']],
  },
  'rules quality': {
    output: 'A table on standard output, one column a ruleset.',
    json: 'rule-quality',
    exits: [...RULE_EXITS, 'interrupted'],
    examples: [
      [
        `refbench rules quality ${TALLY} --splits 0`,
        'coverage, tricks, partial patches, narrowness',
      ],
    ],
  },
  'rules scan': {
    output: 'One line a match on standard output.',
    json: 'witness',
    exits: ['infra-incomplete', ...RULE_EXITS],
    examples: [[`refbench rules scan rules/${TALLY} .`, 'all matches in the folder at hand']],
  },
  'rules test': {
    output: 'Rules and tricks on standard output.',
    json: 'rule-test',
    exits: RULE_EXITS,
    examples: [[`refbench rules test ${TALLY}`, 'what patches without a refactoring would score']],
  },
  'rules audit': {
    output: 'Restrictive rules on standard output; `audit.json` beside the rules.',
    json: 'rule-audit',
    exits: ['infra-incomplete', ...RULE_EXITS, 'interrupted'],
    examples: [
      [`refbench rules audit ${TALLY} --model claude-sonnet-4-6`, 'find rules that force a choice'],
    ],
  },
  'rules import opengrep': {
    output: 'One line a rule on standard output; the rules in `--to`.',
    json: 'rule-import',
    exits: RULE_EXITS,
    examples: [
      [
        'refbench rules import opengrep rules.yml --base ./before --golden ./after --to imported',
        'verify each rule on both trees',
      ],
    ],
  },
};
