import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { CANARY_KEY, CLIENT_MODELS, ScriptedModels } from '../testkit/models.testkit.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

/** What the engine itself answers, as anybody may ask it who stands outside. */
async function engineSays(path: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const asked = request({ socketPath: bed.engine.info.socketPath, path }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    asked.end();
  });
}

interface Outside {
  readonly container: string;
  readonly image: string;
  readonly history: string;
}

/** Waits for the container of the agent. A suite may run before, in a container without a token. */
async function inspectContainer(run: string): Promise<Outside> {
  const label = [`refbench.run=${run}`, 'refbench.phase=infer'];
  const filters = encodeURIComponent(JSON.stringify({ label }));
  for (;;) {
    const listed = await engineSays(`/containers/json?filters=${filters}`);
    const [first] = JSON.parse(listed) as readonly {
      readonly Id: string;
      readonly ImageID: string;
    }[];
    if (first !== undefined) {
      return {
        container: await engineSays(`/containers/${first.Id}/json`),
        image: await engineSays(`/images/${first.ImageID}/json`),
        history: await engineSays(`/images/${first.ImageID}/history`),
      };
    }
    await sleep(100);
  }
}

async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

test('outside the container, no key is visible, and the token only in the environment of the container', async () => {
  await using models = await ScriptedModels.start({
    rules: [
      { when: { tools: true, results: 0 }, shell: 'sleep 5' },
      { when: { tools: true }, say: 'Done.' },
      { say: 'A title' },
    ],
  });
  const { stateDir } = bed.workspace;
  const model = CLIENT_MODELS['claude-code'];
  const client = agentSubmission(await resolveAgent('claude-code', { model, stateDir }));
  const [result, seen] = await Promise.all([
    bed.run('outside', [client], { models: models.options }),
    inspectContainer('outside'),
  ]);
  expect(scoreOf(result, 'claude-code').outcome.kind).toBe('completed');

  const container = JSON.parse(seen.container) as { Config: { Env: readonly string[] } };
  const tokens = new Set(seen.container.match(/rb-[\w-]{32}/g));
  expect(tokens.size).toBe(1);
  const [token = ''] = tokens;
  const { Env, ...config } = container.Config;
  expect(Env.join('\n')).toContain(token);
  const rest = { ...container, Config: config };
  for (const text of [JSON.stringify(rest), seen.image, seen.history]) {
    expect(text).not.toContain(token);
  }
  const left = await everything(result.folder);
  for (const text of [seen.container, seen.image, seen.history, left]) {
    expect(text).not.toContain(CANARY_KEY);
  }
  expect(left).not.toContain(token);
  // Only variables for the gateway and for paths are set, in addition to those of the image.
  const names = Env.map((pair) => pair.split('=')[0] ?? '');
  expect(names.filter((name) => /KEY|TOKEN|SECRET|PASSWORD|PROXY/i.test(name))).toEqual(
    names.filter((name) =>
      /^ANTHROPIC_(API_KEY|AUTH_TOKEN)$|^CLAUDE_CODE_MAX_OUTPUT_TOKENS$/.test(name),
    ),
  );
});
