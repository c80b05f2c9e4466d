// Runs the built refbench in a work folder, and servers with scripted answers.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'packages/cli/bin/refbench.js');

/** The state folder: that of the project, or another one for tests. */
export const stateDir = process.env['REFBENCH_REPRODUCE_STATE'] ?? join(root, '.refbench');

/** Runs a program to its end, without a terminal. */
export function run(name, args, { cwd, env = {}, input = '' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { cwd, env: { ...process.env, ...env } });
    const out = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8');
      child[stream].on('data', (text) => (out[stream] += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...out }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/**
 * Returns a function that runs refbench in a folder and says which command it runs. A code that is not
 * expected is an error.
 */
export function refbenchIn(cwd, env) {
  return async (args, { codes = [0], more = {} } = {}) => {
    const started = performance.now();
    const result = await run(process.execPath, [program, ...args], {
      cwd,
      env: { ...env, ...more },
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const shown = args.map((arg) => (/^[\w./:@,=*-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ');
    process.stdout.write(`$ refbench ${shown}    (${seconds} s)\n`);
    if (codes.includes(result.code)) return result;
    throw new Error(
      `refbench ${shown} ended with ${result.code}\n${result.stderr.slice(-4_000)}\n${result.stdout.slice(-2_000)}`,
    );
  };
}

/** Starts the scripted model provider; dispose of it to stop it. */
export async function startModels(folder, script) {
  const path = join(folder, 'models.json');
  // JSON is YAML, too.
  await writeFile(path, JSON.stringify(script));
  const child = spawn(process.execPath, [program, 'dev', 'model-server', '--script', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => reject(new Error('the model server ended')));
  });
  return {
    env: {
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: url,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${url}/v1`,
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Runs git without the settings of this machine, with fixed names and dates. */
export async function git(cwd, ...args) {
  const env = {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: '2020-01-01T00:00:00+0000',
    GIT_COMMITTER_DATE: '2020-01-01T00:00:00+0000',
  };
  const names = ['-c', 'user.name=Someone', '-c', 'user.email=someone@localhost'];
  const { code, stdout, stderr } = await run('git', [...names, ...args], { cwd, env });
  if (code === 0) return stdout.trim();
  throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** Writes files below a folder, by their paths. */
export async function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Formats values as JSON Lines. */
export function jsonLines(values) {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
