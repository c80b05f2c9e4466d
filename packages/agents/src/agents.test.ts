import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Instance } from '@refbench/contracts';
import type { AttemptContext } from './agent/agent.ts';
import { resolveAgent } from './resolve-agent.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-agents-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function context(): Promise<AttemptContext> {
  const agentFolder = join(folder, 'launch');
  await mkdir(agentFolder);
  return {
    instance: {} as Instance,
    instanceDir: folder,
    goldenPatch: () => Promise.resolve(Buffer.from('the patch')),
    folder: agentFolder,
    access: undefined,
  };
}

async function agentDirectory(yaml: string): Promise<string> {
  const directory = join(folder, 'mine');
  await mkdir(join(directory, 'lib'), { recursive: true });
  await writeFile(join(directory, 'agent.yaml'), yaml);
  await writeFile(join(directory, 'start'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(directory, 'lib/x.txt'), 'x');
  return directory;
}

test('golden hands over the patch and applies it byte by byte', async () => {
  const attempt = await context();
  const { command } = await (await resolveAgent('golden')).prepare(attempt);
  expect(command).toContain('/opt/agent/golden.patch');
  expect(await readFile(join(attempt.folder, 'golden.patch'), 'utf8')).toBe('the patch');
});

test('nop needs nothing', async () => {
  const attempt = await context();
  expect((await (await resolveAgent('nop')).prepare(attempt)).command).toEqual(['true']);
  expect(await readdir(attempt.folder)).toEqual([]);
});

test('script uses the file next to the instance', async () => {
  await writeFile(join(folder, 'script-agent.sh'), 'echo hi\n');
  const attempt = await context();
  const { command } = await (await resolveAgent('script')).prepare(attempt);
  expect(command).toEqual(['bash', '/opt/agent/script.sh']);
  expect(await readFile(join(attempt.folder, 'script.sh'), 'utf8')).toBe('echo hi\n');
});

test('script without a file lists the paths that were tried', async () => {
  const agent = await resolveAgent('script');
  await expect(agent.prepare(await context())).rejects.toMatchObject({ kind: 'usage' });
});

test('a directory agent is copied completely, and its program is found in its folder', async () => {
  const directory = await agentDirectory(
    'name: mine\nversion: "2"\ncommand: [start, --fast]\nenv: { A: b }\n',
  );
  const agent = await resolveAgent(directory);
  const attempt = await context();
  const launch = await agent.prepare(attempt);
  expect(agent).toMatchObject({ name: 'mine', version: '2' });
  expect(launch).toEqual({
    command: ['/opt/agent/start', '--fast'],
    env: { A: 'b' },
    homeFiles: {},
  });
  expect(await readFile(join(attempt.folder, 'lib/x.txt'), 'utf8')).toBe('x');
});

test.each([
  ['missing.sh', /there is no file "missing.sh"/],
  ['bin/missing', /there is no file "bin\/missing"/],
  ['../..', /not a file in the directory/],
  ['.', /not a file in the directory/],
  ['lib', /"lib" is not a file/],
  ['lib/x.txt', /"lib\/x.txt" is not executable/],
  ['/opt/agent/none', /there is no file "none"/],
  ['bash, /opt/agent/none.sh', /there is no file "none.sh"/],
])('a command that cannot be started is refused: [%s]', async (command, message) => {
  const directory = await agentDirectory(`name: mine\nversion: "2"\ncommand: [${command}]\n`);
  await expect(resolveAgent(directory)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

test.each(['golden', 'nop', 'script'])('the name %s is reserved', async (name) => {
  const directory = await agentDirectory(`name: ${name}\nversion: "2"\ncommand: [start]\n`);
  await expect(resolveAgent(directory)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('reserved') as string,
  });
});

test('the digest of a directory agent follows every file', async () => {
  const directory = await agentDirectory('name: mine\nversion: "2"\ncommand: [start]\n');
  const before = await resolveAgent(directory);
  expect((await resolveAgent(directory)).digest).toBe(before.digest);
  await writeFile(join(directory, 'lib/x.txt'), 'y');
  expect((await resolveAgent(directory)).digest).not.toBe(before.digest);
});

test.each([
  ['name: Mine\nversion: "2"\ncommand: [start]\n', /name/],
  ['name: mine\nversion: "2"\ncommand: start\n', /command/],
  ['name: mine\nversion: "2"\ncommand: [start]\nshell: true\n', /shell/],
])('an agent.yaml that is off names the field: %j', async (yaml, field) => {
  await expect(resolveAgent(await agentDirectory(yaml))).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(field) as string,
  });
});

test('an unknown agent lists the known ones', async () => {
  await expect(resolveAgent('gloden')).rejects.toMatchObject({
    kind: 'usage',
    message: 'unknown agent "gloden" (did you mean "golden"?)',
    hint: expect.stringContaining('golden, nop, script') as string,
  });
});

test('files of a directory agent go to HOME, and a model brings the way to it', async () => {
  const directory = await agentDirectory(
    'name: mine\nversion: "2"\ncommand: [start]\nfiles: { .config/mine: lib/x.txt }\nmodel: { names: [m1, m2] }\n',
  );
  const agent = await resolveAgent(directory);
  expect(agent.model).toEqual({ name: 'm1', names: ['m1', 'm2'] });
  const access = { url: 'http://127.0.0.1:8080', token: 'the-token' };
  const launch = await agent.prepare({ ...(await context()), access });
  expect(launch.homeFiles).toEqual({ '.config/mine': Buffer.from('x') });
  expect(launch.env).toMatchObject({
    REFBENCH_MODEL: 'm1',
    REFBENCH_MODEL_TOKEN: 'the-token',
    OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
  });
  const chosen = await resolveAgent(directory, { model: 'm3' });
  expect(chosen.model).toEqual({ name: 'm3', names: ['m3'] });
  expect(chosen.digest).not.toBe(agent.digest);
});

test.each([
  ['files: { ../evil: lib/x.txt }', /files/],
  ['files: { .x: ../../etc/passwd }', /files/],
  ['files: { .x: missing }', /missing/],
])('files that lead astray are refused: %s', async (line, message) => {
  const directory = await agentDirectory(`name: mine\nversion: "2"\ncommand: [start]\n${line}\n`);
  await expect(resolveAgent(directory)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(message) as string,
  });
});

async function codetasteDirectory(config: object): Promise<string> {
  const directory = join(folder, 'codetaste');
  await mkdir(directory);
  await writeFile(join(directory, 'agent_config.json'), JSON.stringify(config));
  await writeFile(join(directory, 'run_agent'), 'echo hi\n');
  return directory;
}

const published = {
  id: 'Claude Code (Sonnet)',
  agent: { name: 'claude', version: '2.0.76', provider: 'anthropic' },
  model: { name: 'claude-sonnet-4-5', provider: 'anthropic', additional: { budget: 11 } },
};

test("CodeTaste's own agent directory is run at the paths it was written for", async () => {
  const agent = await resolveAgent(await codetasteDirectory(published));
  expect(agent).toMatchObject({
    name: 'claude-code-sonnet',
    version: '2.0.76',
    model: { name: 'claude-sonnet-4-5' },
  });
  const access = { url: 'http://127.0.0.1:8080', token: 'the-token' };
  const launch = await agent.prepare({ ...(await context()), access });
  expect(launch.command).toEqual(['bash', '/agent/run_agent']);
  expect(launch.layout).toMatchObject({ agent: '/agent', promptName: 'description.md' });
  expect(launch.env).toMatchObject({ ANTHROPIC_API_KEY: 'the-token' });
});

test('a setup_system.sh is refused, and the message says what to do instead', async () => {
  const directory = await codetasteDirectory(published);
  await writeFile(join(directory, 'setup_system.sh'), 'npm install -g x\n');
  await expect(resolveAgent(directory)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('setup_system.sh') as string,
    hint: expect.stringContaining('npm install --prefix') as string,
  });
});
