import { expect, test } from 'vitest';
import { resolveAgent } from '../resolve-agent.ts';
import { CLIENTS } from './clients.ts';

const access = { url: 'http://127.0.0.1:8080', token: 'the-token' };

test.each(CLIENTS)('$name: every way to a model leads to the gateway, with the token', (client) => {
  const { args, env, homeFiles } = client.launch('some-model', access, []);
  const all = JSON.stringify({ args, env, homeFiles });
  expect(all).toContain(access.url);
  expect(all).toContain('the-token');
  expect(all).toContain('some-model');
  expect(all.match(/https?:\/\/[^"\\]*/g)?.every((url) => url.startsWith(access.url))).toBe(true);
});

test.each(CLIENTS)('$name: the token is in no file and in no argument', (client) => {
  const { args, homeFiles } = client.launch('some-model', access, []);
  expect(JSON.stringify({ args, homeFiles })).not.toContain('the-token');
});

test.each(CLIENTS)('$name: pinned exactly, in every package', (client) => {
  expect(client.version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const spec of Object.values(client.packages(client.version, 'x64'))) {
    expect(spec).toMatch(/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w-]+)?$/);
  }
});

test.each(CLIENTS)('$name: without a model it says how to name one', async ({ name }) => {
  await expect(resolveAgent(name)).rejects.toMatchObject({
    kind: 'usage',
    hint: expect.stringContaining('--model') as string,
  });
});

test.each(CLIENTS)('$name: model and version are part of the digest', async ({ name }) => {
  const digest = async (model: string, version?: string): Promise<string> =>
    (await resolveAgent(name, { model, ...(version === undefined ? {} : { version }) })).digest;
  const plain = await digest('a');
  expect(await digest('a')).toBe(plain);
  expect(await digest('b')).not.toBe(plain);
  expect(await digest('a', '9.9.9')).not.toBe(plain);
});

test('the helper model of claude-code is allowed and metered too', async () => {
  const names = async (model: string): Promise<readonly string[] | undefined> =>
    (await resolveAgent('claude-code', { model })).model?.names;
  expect(await names('claude-sonnet-4-5')).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5']);
  expect(await names('minimax-m2')).toEqual(['minimax-m2']);
});

test.each([
  ['claude-code', 'high', (all: string) => all.includes('"--effort","high"')],
  ['codex', 'high', (all: string) => all.includes('model_reasoning_effort = \\"high\\"')],
  ['opencode', 'high', (all: string) => all.includes('"--variant","high"')],
  ['qwen-code', 'high', (all: string) => all.includes('reasoningEffort\\":\\"high\\"')],
  ['gemini-cli', 'high', (all: string) => all.includes('thinkingLevel\\":\\"HIGH\\"')],
])('%s: an effort of %s reaches the client', (name, effort, holds) => {
  const client = CLIENTS.find((one) => one.name === name);
  const launch = client?.launch('some-model', access, [['effort', effort]]);
  expect(holds(JSON.stringify(launch))).toBe(true);
  expect(holds(JSON.stringify(client?.launch('some-model', access, [])))).toBe(false);
});

test('models before Gemini 3 get their effort in tokens', () => {
  const client = CLIENTS.find(({ name }) => name === 'gemini-cli');
  const launch = client?.launch('gemini-2.5-pro', access, [['effort', 'low']]);
  expect(launch?.homeFiles['.gemini/settings.json']).toContain('"thinkingBudget":1024');
});

test.each(CLIENTS)('$name: options are checked, and part of the digest', async ({ name }) => {
  const agent = async (...options: [string, string][]): Promise<string> =>
    (await resolveAgent(name, { model: 'm', options })).digest;
  expect(await agent(['arg', '--x'])).not.toBe(await agent());
  await expect(agent(['mood', 'good'])).rejects.toMatchObject({
    kind: 'usage',
    message: `agent "${name}" has no option "mood"`,
  });
});

test('an effort that the client does not know is refused', async () => {
  const options: [string, string][] = [['effort', 'heroic']];
  await expect(resolveAgent('codex', { model: 'm', options })).rejects.toMatchObject({
    hint: expect.stringContaining('medium') as string,
  });
});
