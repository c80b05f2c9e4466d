import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkSharedCaches } from '@refbench/test-helpers';
import type { ModelServer } from '@refbench/models/scripted-provider';
import { temporaryFolder } from '../command.testkit.ts';
import { cloneRepository, makeRepository } from './example-repositories.testkit.ts';
import { publishDataset } from './example-dataset.testkit.ts';
import { archiveHour, jiraIssues, type ExampleServer } from './example-servers.testkit.ts';

export const TALLY = 'refbench__tally-6637120b';

/** Repositories that examples name. All have the same commits. */
const REPOSITORIES = ['koajs/koa', 'netty/netty', 'owner/name', 'spring-projects/spring-framework'];

export interface ExampleWorkspace extends AsyncDisposable {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** The commits of the repositories in the mirror, newest first. */
  readonly commits: readonly string[];
  /** Replaces the servers that examples name. */
  readonly serverUrl: string;
}

/** Creates a workspace that has already been in use. */
export async function makeWorkspace(
  root: string,
  models: ModelServer,
  server: ExampleServer,
): Promise<ExampleWorkspace> {
  const folder = await temporaryFolder();
  const at = (...names: readonly string[]): string => join(folder.path, ...names);
  await copyProject(root, folder.path);
  let commits: readonly string[] = [];
  for (const name of REPOSITORIES) {
    commits = await makeRepository(at('git', name.replace('/', '+'), 'repo'));
  }
  cloneRepository(at('git/owner+name/repo'), at('clone'));
  await writeFiles(folder.path, inputFiles(root, commits));
  await mkdir(at('hours'));
  await writeFile(at('hours/2024-03-02-0.json.gz'), archiveHour());
  await makeAgents(folder.path);
  const registry = await publishDataset(root, folder.path);
  const mirror = at('git/{owner}+{name}/repo');
  return {
    path: folder.path,
    commits,
    serverUrl: server.url,
    env: {
      ...process.env,
      PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
      M: mirror,
      REFBENCH_MIRROR: mirror,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: models.url,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${models.url}/v1`,
    },
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function copyProject(root: string, to: string): Promise<void> {
  for (const name of [`instances/${TALLY}`, `rules/${TALLY}`, 'instances/dataset.yaml']) {
    await cp(join(root, name), join(to, name), { recursive: true });
  }
  await mkdir(join(to, '.refbench'), { recursive: true });
  await linkSharedCaches(join(to, '.refbench'));
  for (const name of ['docs', 'home']) await mkdir(join(to, name));
}

/** Files that examples name, by their paths. */
function inputFiles(root: string, commits: readonly string[]): Readonly<Record<string, string>> {
  const [golden = '', base = ''] = commits;
  const patch = addedFile('note.txt');
  const row = (id: string): object => ({
    instance_id: id,
    repo: 'koajs/koa',
    base_commit: base,
    problem_statement: 'It fails.',
    patch,
    test_patch: addedFile('note.test.txt'),
  });
  const rows = lines([row('koajs__koa-1'), row('koajs__koa-2')]);
  const prediction = { instance_id: TALLY, model_name_or_path: 'mine', model_patch: patch };
  return {
    'bin/refbench': `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'packages/cli/bin/refbench.js')}" "$@"\n`,
    'instances/sets.yaml': `lite:\n  description: Small.\n  instances: [${TALLY}]\n`,
    'patches.jsonl': lines([prediction]),
    'results.jsonl': lines(
      ['a', 'b', 'c'].flatMap((one, at) => [result('x', one, 4 - at), result('y', one, 1)]),
    ),
    'rows.jsonl': rows,
    'people.jsonl': lines([{ instance_id: 'koajs__koa-1', issue: 0, tests: 1, effort: 2 }]),
    'annotations.csv': 'instance_id,issue,tests,effort\nkoajs__koa-1,0,1,2\n',
    'ratings.csv': 'rule,ann,bob\na,yes,yes\nb,no,yes\nc,no,no\n',
    'outputs/instructed/direct/koajs/koa/00000001/mine/prediction.diff': patch,
    'commits.csv': `owner,repo,golden_commit_hash\nkoajs,koa,${golden}\n`,
    ...publishedFiles(golden, base, patch),
    'result.jsonl': lines([
      { repository: 'koajs/koa', golden, title: 'Refactor and rename', stars: 500, paths: 51 },
    ]),
    'issues.json': JSON.stringify([githubIssue(1), githubIssue(2)]),
    'export.jsonl': lines(jiraIssues()),
    'agents.yaml':
      'submitter: me\ncontact: me@example.org\nagents:\n  - { name: mine, title: Mine, organisation: Example, open_source: true }\n',
    'leaderboard/keys.yaml': 'submitters: []\n',
    'answers.yaml': 'rules:\n  - say: Hello.\n',
    'new.yml': NEW_RULE,
    'rules.yml': OPENGREP_RULE,
    'before/a.py': 'old(1)\n',
    'after/a.py': 'fresh(1)\n',
  };
}

/** Published instances, with a rule and the patch of an agent. */
function publishedFiles(
  golden: string,
  base: string,
  patch: string,
): Readonly<Record<string, string>> {
  const own = `koajs/koa/${base.slice(0, 8)}`;
  return {
    'published/instances.csv': `owner,repo,commit_hash,golden_commit_hash,combined_score\nkoajs,koa,${base},${golden},0.7\n`,
    [`published/assets/descriptions/${own}/description.md`]: 'Rename the calls.\n',
    [`published/assets/rules/${own}/rules_positive.yml`]: JSON.stringify({
      rules: [
        {
          id: 'new-class',
          languages: ['java'],
          pattern: `class Class6 { ... }`,
          message: 'New class',
          severity: 'INFO',
        },
      ],
    }),
    [`published/predictions/${own}/mine/prediction.diff`]: patch,
  };
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function addedFile(name: string): string {
  return `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+note\n`;
}

function githubIssue(number: number): object {
  return {
    number,
    title: `Refactor step ${number} [SPR-${number}]`,
    body: 'It is slow.',
    created_at: '2010-01-01T00:00:00Z',
    closed_at: '2010-01-02T00:00:00Z',
  };
}

/** A result in the published format. */
function result(agent: string, base: string, matched: number): object {
  const suite = { passed: 10, failed: 0, skipped: 0, total: 10, error: null };
  return {
    instance_metadata: {
      owner: 'o',
      repo: 'r',
      base_hash: base.repeat(40),
      golden_metrics: suite,
      base_metrics: suite,
    },
    agent_config: { id: agent },
    agent_test_metrics: suite,
    agent_rule_metrics: {
      positive_rules_matched: matched,
      negative_rules_matched: 0,
      total_positive_rules: 4,
      total_negative_rules: 0,
      ifr: matched / 4,
      positive_ifr: matched / 4,
      negative_ifr: 1,
    },
    inference_metadata: { cost_usd: 1, finish_reason: 'success', description_type: 'open' },
  };
}

/** Matches imports of `Clock`, which golden has and base lacks. */
const NEW_RULE = `id: clock-is-imported
language: TypeScript
message: Clock is imported.
rule:
  kind: import_specifier
  regex: ^Clock$
`;

const OPENGREP_RULE = `rules:
  - id: fresh-call
    languages: [python]
    severity: INFO
    message: fresh is called
    pattern: fresh(...)
`;

/** Writes one plan or five plans, or creates a file. */
const PLANNER = `#!/bin/sh
case "$REFBENCH_PHASE" in
  plan) echo 'Create single.txt' >/output/refactoring_plan.md ;;
  multiplan)
    mkdir -p /output/refactoring_plans
    for n in 0 1 2 3 4; do echo "Create file-$n.txt" >"/output/refactoring_plans/refactoring_plan$n.md"; done
    ;;
  *) echo made >/testbed/made.txt ;;
esac
`;

async function makeAgents(to: string): Promise<void> {
  await writeFiles(to, {
    'my-agent/agent.yaml':
      'name: my-agent\nversion: "1"\ncommand: [start.sh]\nmodes: [direct, plan, multiplan]\n',
    'my-agent/start.sh': PLANNER,
  });
}

async function writeFiles(to: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await writeFile(join(to, name), text);
    if (text.startsWith('#!')) await chmod(join(to, name), 0o755);
  }
}

/** The id of a selected commit, for `instance add --candidate`. */
export async function candidate(workspace: ExampleWorkspace, place: number): Promise<string> {
  const text = await readFile(join(workspace.path, '.refbench/mined/candidates.jsonl'), 'utf8');
  return (JSON.parse(text.split('\n')[place] ?? '') as { id: string }).id;
}
