import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandResult } from '../command.testkit.ts';
import { candidate, TALLY, type ExampleWorkspace } from './example-workspace.testkit.ts';

type Placeholder = readonly [
  shown: RegExp,
  real: string | ((workspace: ExampleWorkspace) => string | Promise<string>),
];

/** Maps placeholders of examples to their values in a workspace. */
const PLACEHOLDERS: readonly Placeholder[] = [
  [
    /<skeleton>|(?<=task write )koajs__koa-ef467caa(?= --skeleton)/g,
    ({ commits }) => `koajs__koa-${(commits[5] ?? '').slice(0, 8)}`,
  ],
  [/(?<=task write )koajs__koa-ef467caa/g, (workspace) => candidate(workspace, 0)],
  [/koajs__koa-ef467caa/g, TALLY],
  [/koajs__\*/g, 'refbench__*'],
  [/koajs\/koa@ef467caa/g, ({ commits }) => `koajs/koa@${commits[1]}`],
  // The child of the commit that names <skeleton>. It is not among the selected commits.
  [/e8f79d43f9a97a27c7f4f9df5d10715300baaa23/g, ({ commits }) => commits[4] ?? ''],
  [/22af4859/g, ({ commits }) => (commits[0] ?? '').slice(0, 8)],
  [/<id>/g, (workspace) => candidate(workspace, 0)],
  [/lima-vm__lima-91b96e6d/g, (workspace) => candidate(workspace, 1)],
  [/\/srv\/git/g, ({ path }) => join(path, 'git')],
  [/https:\/\/jira\.example\.org/g, ({ serverUrl }) => serverUrl],
  [/mine hydrate/g, ({ serverUrl }) => `mine hydrate --github-url ${serverUrl}`],
  [
    /--from 2024-03 --to 2024-05/g,
    ({ serverUrl }) =>
      `--from 2024-03-01-0 --to 2024-03-01-1 --archive-url '${serverUrl}/{hour}.json.gz'`,
  ],
  [/'go-\*' java-17/g, 'node-22'],
  [/--language go --sample 10/g, '--language typescript --sample 1'],
  [/--agent-a x --agent-b y/g, '--agent-a golden --agent-b nop'],
  [/--agents (?:x,y|mine,other)/g, '--agents golden,nop'],
  // The key of the submitter becomes known.
  [
    /(leaderboard keygen my-key\.pem)/g,
    "leaderboard keygen my-key.pem | sed 's/.*/submitters: [{ name: me, key: & }]/' > leaderboard/keys.yaml",
  ],
  // Another program may use a fixed port.
  [/--port 8080/g, '--port 0'],
  [/--agent x/g, '--agent ./my-agent'],
  [/--multiplan R --plan S/g, '--multiplan five --plan one'],
  // Planning needs two agents on two common instances.
  [/(?<=stats plan .*--from )my-run/g, 'results.jsonl'],
  [/rows\.parquet/g, 'rows.jsonl'],
  [/~\//g, ({ path }) => `${join(path, 'home')}/`],
];

/** Replaces the placeholders of an example. */
export async function realLine(line: string, workspace: ExampleWorkspace): Promise<string> {
  let real = line;
  for (const [shown, by] of PLACEHOLDERS) {
    if (real.search(shown) < 0) continue;
    const value = typeof by === 'string' ? by : await by(workspace);
    real = real.replaceAll(shown, value);
  }
  return real;
}

/** Executes a line with a shell. A server gets SIGINT after its first output. */
export async function execute(line: string, workspace: ExampleWorkspace): Promise<CommandResult> {
  const [, file] = / > (\S+)$/.exec(line) ?? [];
  if (file !== undefined) await mkdir(join(file, '..'), { recursive: true });
  const serves = /model-server|refbench view/.test(line);
  const child = spawn('sh', ['-c', serves ? `exec ${line}` : line], {
    cwd: workspace.path,
    env: workspace.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (serves) child.stdout.once('data', () => child.kill('SIGINT'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}
