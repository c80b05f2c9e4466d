import type { Command } from 'commander';
import { document, RefbenchCommand, type CommandFacts } from './refbench-command.ts';

const ENVIRONMENT_EXITS: CommandFacts['exits'] = [
  'engine',
  'image',
  'invalid-file',
  'disk',
  'repository',
  'interrupted',
];
const RULE_EXITS: CommandFacts['exits'] = ['invalid-file', 'disk', 'repository'];
const MINE_EXITS: CommandFacts['exits'] = [
  'infra-incomplete',
  'invalid-file',
  'in-use',
  'disk',
  'interrupted',
];
const KOA = 'koajs__koa-ef467caa';
const TALLY = 'refbench__tally-6637120b';

/** Facts of the commands that do not state their own, by their words behind `refbench`. */
const FACTS: Readonly<Record<string, CommandFacts>> = {
  calibrate: {
    output: 'Counts and bounds on standard output; the baseline of this host in the state folder.',
    json: 'calibration',
    exits: ENVIRONMENT_EXITS,
    examples: [[`refbench calibrate ${TALLY}`, 'measure p_min and f_max anew on this host']],
  },
  'env build': {
    output: 'Progress on standard error; `environment/` of the instance.',
    json: 'environment',
    exits: ENVIRONMENT_EXITS,
    examples: [
      [`refbench env build ${KOA}`, 'without a model'],
      [
        `refbench env build ${KOA} --builder claude-code --model claude-sonnet-4-5`,
        'by an agent: 5 dollars, 90 minutes',
      ],
    ],
  },
  'env check': {
    output: 'Counts of every run and the verdict on standard error.',
    json: 'environment',
    exits: ENVIRONMENT_EXITS,
    examples: [["refbench env check 'koajs__*'", 'base and golden, twice, offline']],
  },
  'env leaks': {
    output: 'Findings on standard output.',
    json: 'leak-report',
    exits: ENVIRONMENT_EXITS,
    examples: [["refbench env leaks '*'", 'search all images']],
  },
  'instance list': {
    output: 'A table on standard output.',
    json: 'instance',
    exits: ['invalid-file'],
    examples: [['refbench instance list', 'all instances with language and category']],
  },
  'instance add': {
    output: '`instance.yaml`; the id on standard output.',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      [
        'refbench instance add --repo koajs/koa --golden e8f79d43f9a97a27c7f4f9df5d10715300baaa23',
        'from a commit',
      ],
    ],
  },
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
  'images build': {
    output: 'Progress on standard error; images in the container engine.',
    exits: ENVIRONMENT_EXITS,
    examples: [["refbench images build 'go-*' java-17", 'base images by name']],
  },
  'images list': {
    output: 'A table on standard output.',
    json: 'image',
    exits: ['engine', 'invalid-file'],
    examples: [['refbench images list', 'what is built, how large, and who uses it']],
  },
  'images verify': {
    output: 'One line a toolchain on standard output.',
    exits: ENVIRONMENT_EXITS,
    examples: [['refbench images verify node-22', 'run every toolchain of an image']],
  },
  'images push': {
    output: 'References on standard output.',
    exits: ENVIRONMENT_EXITS,
    examples: [['refbench images push registry.example.org/refbench node-22', 'to a registry']],
  },
  'images prune': {
    output: 'What is removed, on standard error.',
    exits: ['engine', 'invalid-file'],
    examples: [['refbench images prune --dry-run', 'what no instance needs any more']],
  },
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

/** Gives every command that has none its facts from the table. */
export function documentAll(program: Command): void {
  for (const { path, command } of leafCommands(program)) {
    const facts = FACTS[path];
    if (command.facts === undefined && facts !== undefined) document(command, facts);
  }
}

/** A command that does something itself. */
export interface LeafCommand {
  /** Its words behind `refbench`. */
  readonly path: string;
  readonly command: RefbenchCommand;
}

/** Every command without subcommands, in the order of the help. */
export function leafCommands(
  command: Command,
  words: readonly string[] = [],
): readonly LeafCommand[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => leafCommands(one, [...words, one.name()]));
  }
  return command instanceof RefbenchCommand ? [{ path: words.join(' '), command }] : [];
}
