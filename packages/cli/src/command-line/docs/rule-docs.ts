import type { DocsTable } from '../command/refbench-command.ts';
import { RULE_EXITS, TALLY } from './shared-docs.ts';

/** Documentation of the commands of `rules`. */
export const RULE_DOCS: DocsTable = {
  'rules check': {
    output: 'Prints violations on standard output.',
    json: 'rule-check',
    exits: RULE_EXITS,
    examples: [[`refbench rules check ${TALLY}`, 'check that the rules hold on base and golden']],
  },
  'rules register': {
    output: 'Prints one line per rule on standard output. Adds accepted rules to the ruleset.',
    json: 'rule-verdict',
    exits: RULE_EXITS,
    examples: [
      [
        `refbench rules register ${TALLY} new.yml --side additive --dry-run`,
        'check the rules without adding them',
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
  'rules merge': {
    output:
      'A table of the rules with their outcomes on standard output, and the digest; the ruleset and its `provenance.json` in `--into`.',
    json: 'rule-merge',
    exits: RULE_EXITS,
    examples: [
      [
        `refbench rules merge rules/${TALLY} mined --into merged --rename --dry-run`,
        'show what joining two rulesets would keep',
      ],
    ],
  },
  'rules review': {
    output:
      'Prints rules and matches on standard output. Asks on standard error, or reads the letters from standard input. Writes decisions to `review.json` of the ruleset.',
    json: 'rule-review',
    exits: [...RULE_EXITS, 'in-use'],
    examples: [
      [
        `refbench rules review ${TALLY}`,
        'accept, edit (with VISUAL or EDITOR), drop or skip each rule that is not reviewed',
      ],
    ],
  },
  'rules generate': {
    output:
      'A table of the registered rules on standard output; the ruleset in `--to`, or in the folder of the instance. A limit that ends the work keeps the rules. The same command continues an interrupted transcript.',
    json: 'rule-generation',
    exits: ['infra-incomplete', 'engine', 'image', 'in-use', ...RULE_EXITS, 'interrupted'],
    examples: [
      [
        `refbench rules generate ${TALLY} --model claude-sonnet-4-6 --to generated`,
        'let a model write rules from the task text and base',
      ],
      [
        `refbench rules generate ${TALLY} --model claude-sonnet-4-6 --from-mined --to improved`,
        'let a model choose from mined rules and improve them',
      ],
    ],
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
    output: 'Prints one line per match on standard output.',
    json: 'witness',
    exits: ['infra-incomplete', ...RULE_EXITS],
    examples: [[`refbench rules scan rules/${TALLY} .`, 'list all matches in the current folder']],
  },
  'rules test': {
    output: 'Prints rules and tricks on standard output.',
    json: 'rule-test',
    exits: RULE_EXITS,
    examples: [[`refbench rules test ${TALLY}`, 'score patches that do not refactor']],
  },
  'rules audit': {
    output: 'Prints restrictive rules on standard output. Writes `audit.json` to the ruleset.',
    json: 'rule-audit',
    exits: ['infra-incomplete', ...RULE_EXITS, 'interrupted'],
    examples: [
      [
        `refbench rules audit ${TALLY} --model claude-sonnet-4-6`,
        'find rules that force an arbitrary choice',
      ],
    ],
  },
  'rules import opengrep': {
    output: 'Prints one line per rule on standard output. Writes the rules to `--to`.',
    json: 'rule-import',
    exits: RULE_EXITS,
    examples: [
      [
        'refbench rules import opengrep rules.yml --base ./before --golden ./after --to imported',
        'import the rules that hold on both trees',
      ],
    ],
  },
};
