import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Instance } from '@refbench/contracts';
import type { AttemptContext } from './agent.ts';
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

test('script takes the file beside the instance', async () => {
  await writeFile(join(folder, 'script-agent.sh'), 'echo hi\n');
  const attempt = await context();
  const { command } = await (await resolveAgent('script')).prepare(attempt);
  expect(command).toEqual(['bash', '/opt/agent/script.sh']);
  expect(await readFile(join(attempt.folder, 'script.sh'), 'utf8')).toBe('echo hi\n');
});

test('script without a script says where it looked', async () => {
  const agent = await resolveAgent('script');
  await expect(agent.prepare(await context())).rejects.toMatchObject({ kind: 'usage' });
});

test('a directory agent is copied whole, its own program found in its folder', async () => {
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
    message: 'there is no agent "gloden"',
    mend: expect.stringContaining('golden, nop, script') as string,
  });
});
