import type { FactTable } from '../refbench-command.ts';
import { ENVIRONMENT_EXITS, KOA, TALLY } from './shared-facts.ts';

/** Facts of commands that make environments, instances and images. */
export const INSTANCE_FACTS: FactTable = {
  'dataset stats': {
    output:
      'Tables on standard output; with `--out`, `dataset.json`, Markdown, LaTeX, CSV and figures.',
    json: 'dataset-report',
    exits: ['invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [['refbench dataset stats --out tables', 'languages, sizes, rules and task texts']],
  },
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
  'instance check': {
    output: 'One line a gate and a reason on standard output.',
    json: 'admission',
    exits: ['invalid-file'],
    examples: [["refbench instance check 'koajs__*'", 'may these instances be admitted?']],
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
    json: 'verified-image',
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
    json: 'pruned-thing',
    exits: ['engine', 'invalid-file'],
    examples: [['refbench images prune --dry-run', 'what no instance needs any more']],
  },
};
