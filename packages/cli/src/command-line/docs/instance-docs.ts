import type { DocsTable } from '../command/refbench-command.ts';
import { ENVIRONMENT_EXITS, KOA, TALLY } from './shared-docs.ts';

/** Documentation of the commands for environments, instances and images. */
export const INSTANCE_DOCS: DocsTable = {
  'dataset pull': {
    output:
      'Prints the name, version, digest and source of the data set on standard output, and how many instances were added. Writes the folders of instances and rules, and `installed.json`. Without a source, it is the package `@refbench/dataset`, which contains every published instance. Packages are downloaded with the npm of this machine, so its registry, proxy and authentication apply. The files of every instance and the digest in the card are checked first. If the data set is refused, or something else is in its place, nothing is written.',
    json: 'pulled-dataset',
    exits: ['invalid-file', 'disk', 'repository', 'in-use', 'interrupted'],
    examples: [
      ['refbench dataset pull', 'install every published instance'],
      ['refbench dataset pull @refbench/dataset@0.1.0', 'install a version'],
      [
        'refbench dataset pull ./dataset.tgz --instances-dir other/instances --rules-dir other/rules',
        'install from an archive, into other folders',
      ],
    ],
  },
  'dataset list': {
    output:
      'Prints the data set of the workspace on standard output, where it was pulled from, and which of its files were changed since. Other instances are listed last.',
    json: 'dataset-list',
    exits: ['invalid-file'],
    examples: [['refbench dataset list', 'show version, digest and source of the data set']],
  },
  'dataset build': {
    output:
      'Prints progress on standard error, and the funnel with the reason of each drop-out on standard output. Moves admitted instances to the folders of instances and rules. A killed build is continued by the same command.',
    json: 'dataset-funnel',
    exits: [...ENVIRONMENT_EXITS, 'infra-incomplete', 'in-use'],
    examples: [
      [
        'refbench dataset build --candidates .refbench/mined/candidates.jsonl --want 24 --texts texts',
        'make 24 instances of mined commits, with texts that people wrote',
      ],
    ],
  },
  'dataset stats': {
    output:
      'Prints tables on standard output. With `--out`, writes `dataset.json`, Markdown, LaTeX, CSV and figures.',
    json: 'dataset-report',
    exits: ['invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench dataset stats --out tables', 'show languages, sizes, rules and task texts'],
    ],
  },
  'dataset card': {
    output:
      'Prints Markdown with YAML front matter on standard output, or writes it to `--out`. Reads name, version and canary from `dataset.yaml` in the folder of the instances.',
    json: 'dataset-card',
    exits: ['invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench dataset card --out instances/README.md', 'write the card of all instances'],
      ['refbench dataset card --json', 'print what the card says as JSON'],
    ],
  },
  'dataset canary': {
    output:
      'Writes the canary of `dataset.yaml` as the first line, in a comment, of every task text and rule file. Prints the number of files on standard output. Agents and labels get the texts without it, and no digest depends on it, so admissions hold.',
    json: 'dataset-canary',
    exits: ['invalid-file', 'disk'],
    examples: [['refbench dataset canary', 'mark all files of the data set']],
  },
  'dataset validate': {
    output:
      'Prints one line and one hint per problem on standard output, then the number of admitted instances and the digest of the content. The exit code is 7 if there is a problem. Repositories are only opened if several instances share one.',
    json: 'dataset-validation',
    exits: ['invalid-file', 'interrupted'],
    examples: [
      ['refbench dataset validate', 'check all instances, and whether the card is up to date'],
    ],
  },
  calibrate: {
    output:
      'Prints counts and bounds on standard output. Writes the baseline of this host to the state folder; with `--faults` or `--coverage`, `faults.json` or `coverage.json` of the instance.',
    json: 'calibration',
    exits: ENVIRONMENT_EXITS,
    examples: [[`refbench calibrate ${TALLY}`, 'measure p_min and f_max on this host again']],
  },
  'env build': {
    output: 'Prints progress on standard error. Writes `environment/` of the instance.',
    json: 'environment',
    exits: ['engine', 'image', 'invalid-file', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      [`refbench env build ${KOA}`, 'build without a model'],
      [
        `refbench env build ${KOA} --builder claude-code --model claude-sonnet-4-6`,
        'let an agent build it with 5 dollars and 90 minutes',
      ],
    ],
  },
  'env check': {
    output: 'Prints the counts of every run and the verdict on standard error.',
    json: 'environment',
    exits: ENVIRONMENT_EXITS,
    examples: [
      ["refbench env check 'koajs__*'", 'run the suites of base and golden twice, offline'],
    ],
  },
  'env leaks': {
    output: 'Prints findings on standard output.',
    json: 'leak-report',
    exits: ENVIRONMENT_EXITS,
    examples: [["refbench env leaks '*'", 'search all images']],
  },
  'instance list': {
    output: 'Prints a table on standard output.',
    json: 'instance',
    exits: ['invalid-file'],
    examples: [['refbench instance list', 'list all instances with language and category']],
  },
  'instance check': {
    output:
      'Prints one line per gate and per problem on standard output. With `--write`, writes `coverage.json`, and `admission.json` and `baseline.json` of admitted instances.',
    json: 'admission',
    exits: [...ENVIRONMENT_EXITS, 'infra-incomplete'],
    examples: [
      ["refbench instance check 'koajs__*'", 'check every condition for admission'],
      [
        "refbench instance check '*' --static",
        'check all instances without a container, and whether their admission still holds',
      ],
    ],
  },
  'instance add': {
    output: 'Writes `instance.yaml`. Prints the id on standard output.',
    exits: ['invalid-file', 'disk', 'repository'],
    examples: [
      [
        'refbench instance add --repo koajs/koa --golden e8f79d43f9a97a27c7f4f9df5d10715300baaa23',
        'add an instance from a commit',
      ],
      [
        'refbench instance add --repo koajs/koa --golden e8f79d43f9a97a27c7f4f9df5d10715300baaa23 --no-tests "the suite needs a database" --instances-dir more',
        'add an instance that is scored by its rules alone',
      ],
    ],
  },
  'import codetaste': {
    output:
      'Reads `instances.csv`, `assets/descriptions`, `assets/rules`, `instance_images`, and the patches in `predictions`, `output` or `outputs` of the folder. Writes the folders of instances and rules, and for each agent a file of predictions. Rules that do not hold on base and golden with the pinned OpenGrep are kept in `refused.json` of the ruleset, with the reason; `published` in a score counts them too, and no other figure does. What is there already is not changed. Environments are not imported: `env build` makes them, and an instance that has none in the publication is scored by its rules alone. Prints the ids of imported instances on standard output.',
    json: 'instance-import',
    exits: ['infra-incomplete', 'invalid-file', 'disk', 'repository', 'interrupted'],
    examples: [
      [
        'refbench import codetaste published --only "koajs__*"',
        'import published instances, and the patches of published agents',
      ],
    ],
  },
  'instance export': {
    output: 'Prints the folder of each copy on standard output.',
    exits: ['invalid-file', 'disk'],
    examples: [
      [`refbench instance export ${TALLY} --out exported`, 'copy an instance that stands alone'],
    ],
  },
  'images build': {
    output: 'Prints progress on standard error. Creates images in the container engine.',
    exits: ENVIRONMENT_EXITS,
    examples: [["refbench images build 'go-*' java-17", 'build base images by name']],
  },
  'images list': {
    output: 'Prints a table on standard output.',
    json: 'image',
    exits: ['engine', 'invalid-file'],
    examples: [
      ['refbench images list', 'show which images are built, their sizes and who uses them'],
    ],
  },
  'images verify': {
    output: 'Prints one line per toolchain on standard output.',
    json: 'verified-image',
    exits: ENVIRONMENT_EXITS,
    examples: [['refbench images verify node-22', 'run every toolchain of an image']],
  },
  'images push': {
    output:
      'Prints the reference of each image with its digest on standard output. Builds an image that is missing. Adds the digest of each image and its leak report to the lock file. The login is the one of `docker login`, in `$DOCKER_CONFIG` or `~/.docker`, or in the credential helper that this file names. An engine usually accepts plain HTTP for localhost only.',
    json: 'pushed-image',
    exits: ENVIRONMENT_EXITS,
    examples: [
      [
        "refbench images push --registry localhost:5000/refbench 'koajs__*'",
        'push an image with its base image and its leak report',
      ],
    ],
  },
  'images pull': {
    output:
      'Prints the id of each image on standard output. Each must be the image of exactly this recipe, base commit and base image, with a leak report about it; its files are then searched for leaks again. An image that is not is removed, and the exit code is 5. With the lock file of the push, only the images that were pushed are accepted.',
    json: 'pulled-image',
    exits: ENVIRONMENT_EXITS,
    examples: [
      [
        "refbench images pull --registry localhost:5000/refbench 'koajs__*'",
        'pull the image in the place of a build',
      ],
    ],
  },
  'images prune': {
    output: 'Lists the removed images on standard error.',
    json: 'pruned-thing',
    exits: ['engine', 'invalid-file'],
    examples: [
      ['refbench images prune --dry-run', 'list the images that no instance needs any more'],
      [
        'refbench images prune --all --dry-run',
        'also list those that were built with another state folder',
      ],
    ],
  },
};
