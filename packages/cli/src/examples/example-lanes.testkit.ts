export type Lane = 'runs' | 'instances' | 'studies';

/**
 * Commands in the order in which their examples are executed. Later commands use the results of
 * earlier ones. Each lane has its own workspace, so that lanes can be executed in parallel.
 */
export const LANES: Readonly<Record<Lane, readonly string[]>> = {
  runs: [
    'quickstart',
    'init',
    'run',
    'grade',
    'verify',
    'runs list',
    'runs show',
    'runs export',
    'ctl status',
    'ctl pause',
    'ctl resume',
    'ctl drain',
    'ctl stop',
    'ctl retry',
    'plans control',
    'plans accuracy',
    'report',
    'report case-study',
    'view',
    'stats',
    'stats plan',
    'stats kappa',
    'stats sizes',
    'compare',
    'leaderboard init',
    'leaderboard keygen',
    'leaderboard submit',
    'leaderboard verify',
    'leaderboard add',
    'leaderboard build',
    'leaderboard remove',
    // From here on, controls plant faults that cost further runs of the suite.
    'leaderboard seed',
    'runs rm',
    'doctor',
    'gc',
    'completion',
    'dev docs',
    'dev model-server',
  ],
  instances: [
    'rules check',
    'rules register',
    'rules scan',
    'rules import opengrep',
    'rules test',
    'rules suggest',
    'rules generate',
    'rules merge',
    'rules review',
    'rules quality',
    'rules audit',
    'dataset stats',
    'instance list',
    'instance show',
    'instance export',
    'images list',
    'images build',
    'images verify',
    'images push',
    'images pull',
    'images prune',
    'env build',
    'env check',
    'env leaks',
    'calibrate',
    'instance check',
    'dataset build',
    'own',
    'import codetaste',
  ],
  studies: [
    'dataset pull',
    'dataset list',
    'dataset canary',
    'dataset card',
    'dataset validate',
    'mine git',
    'mine archive',
    'mine csv',
    'mine rows',
    'mine bigquery',
    'mine hydrate',
    'mine rank',
    'mine select',
    'mine explain',
    'mine funnel',
    'instance add',
    'task write',
    'task check',
    'task review',
    'label sample',
    'label run',
    'label review',
    'label merge',
    'label evaluate',
    'label export',
    'label map',
    'tiers fetch import',
    'tiers fetch jira',
    'tiers label',
    'tiers index',
    'tiers sample',
    'tiers eval',
    'tiers score',
    'tiers to-predictions',
    'tiers compare',
  ],
};

/** Examples that cannot be executed in tests, each with its reason. */
export const NOT_EXECUTED: Readonly<Record<string, string>> = {
  'refbench attack':
    'It grades dozens of patches with their suites. A container test of the package runner grades some.',
  "refbench attack --class emptied-tests --instances 'pallets__*'":
    'It needs the image of an instance of a public repository.',
  'refbench leaderboard attacks my-attacks --release 0.2.0 --date 2026-11-23':
    'It needs a finished run of attacks. A container test of the package runner grades some.',
  'refbench worker --queue redis://10.0.0.5:6379 --slots 2':
    'It needs a Redis server, and runs until it is stopped. fleet.docker.test.ts starts both.',
  "refbench images push --registry localhost:5000/refbench 'koajs__*'":
    'It needs a registry that accepts images. A container test of the package env-builder starts one.',
  "refbench images pull --registry localhost:5000/refbench 'koajs__*'":
    'It needs a registry with images. A container test of the package env-builder starts one.',
  'refbench dataset build --candidates .refbench/mined/candidates.jsonl --want 24 --texts texts':
    'It builds two dozen environments. A container test of the package dataset builds one.',
  'refbench own':
    'It works for up to an hour. The tutorial about your own repository, which a test follows, makes two instances.',
  'refbench own ../service --instances 3 --minutes 30':
    'It needs another clone. The tutorial about your own repository does the same.',
};

/**
 * Commands whose JSON output needs an external service: `mine bigquery` prints JSON only with
 * `--run`, which queries Google.
 */
export const WITHOUT_JSON: readonly string[] = ['mine bigquery'];

/** Commands that create the runs that the examples of a lane use. */
export const PREPARATIONS: Readonly<Record<Lane, readonly string[]>> = {
  runs: [
    "refbench run --agent golden,nop --instances '*' --run-id my-run --controls fast",
    "refbench grade --predictions nop --instances '*' --run-id other-run --controls none",
    "refbench grade --predictions nop --instances '*' --run-id old-run --controls none",
    "refbench run --agent ./my-agent --instances '*' --run-id five --mode multiplan --controls none",
    "refbench run --agent ./my-agent --instances '*' --run-id one --mode plan --controls none",
  ],
  instances: [],
  studies: [],
};

/** Replaces examples that take long, or that can be executed only once, when `--json` is tested. */
export const WITH_JSON: Readonly<Record<string, string>> = {
  "refbench run --agent golden,nop --instances 'refbench__*'":
    "refbench run --agent golden,nop --instances '*' --run-id my-run --controls fast --json",
  'refbench grade --predictions patches.jsonl':
    "refbench grade --predictions nop --instances '*' --run-id other-run --controls none --json",
  // A skeleton has problems, so the command prints output and exits with 7.
  'refbench task check refbench__tally-6637120b':
    'refbench task check <skeleton> --json || [ $? = 7 ]',
  // A folder receives merged votes only once.
  'refbench label merge labels labels-both --to labels-all':
    'refbench label merge labels labels-both --to labels-json --json',
  'refbench runs rm old-run --yes': 'refbench runs rm other-run --yes --json',
  'refbench rules suggest refbench__tally-6637120b --to mined':
    'refbench rules suggest refbench__tally-6637120b --to mined-json --json',
  'refbench rules import opengrep rules.yml --base ./before --golden ./after --to imported':
    'refbench rules import opengrep rules.yml --base ./before --golden ./after --to other --json',
};
