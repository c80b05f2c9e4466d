import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveAgent } from '@refbench/agents';
import type { Score } from '@refbench/contracts';
import type { ServerScript } from '@refbench/models/scripted-provider';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patchSubmission, scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { ScriptedModels } from '../testkit/models.testkit.ts';

/**
 * Whatever an agent, its tree or its calls do is its own result. None of it may void an attempt.
 */

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function scoreScript(name: string, script: string): Promise<Score> {
  return scoreOf(await bed.run(name, [await bed.script(name, script)]), name);
}

test('a folder that was moved and replaced by a link is graded as such', async () => {
  const score = await scoreScript('folder-to-link', 'git mv src code && ln -s code src\n');
  expect(score).toMatchObject({ verdict: 'model', pass: 1 });
});

test.each([
  ['folder-to-file', 'rm -rf src; echo gone > src\n'],
  ['folder-to-dead-link', 'rm -rf src; ln -s /nowhere src\n'],
  ['folder-to-loop', 'rm -rf src test; ln -s test src; ln -s src test\n'],
  ['file-to-folder', 'f=$(git ls-files src | head -1); rm "$f"; mkdir "$f"; echo x > "$f/x"\n'],
  ['exit-126', 'rm -rf src; exit 126\n'],
  ['exit-127', 'rm -rf src; exit 127\n'],
])('%s is a result of the model', async (name, script) => {
  expect(await scoreScript(name, script)).toMatchObject({ verdict: 'model', pass: 0, attempt: 1 });
});

test.each([
  ['name-too-long', `${'x'.repeat(300)}/a.ts`, 'the patch cannot be laid over the tree'],
  ['below-an-ignored-file', 'node_modules/.package-lock.json/a.ts', undefined],
])('a given patch with a %s is a result of its author', async (name, path, reason) => {
  const patch = [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    '@@ -0,0 +1 @@',
    '+x',
    '',
  ].join('\n');
  const given = patchSubmission(name, () => Promise.resolve(Buffer.from(patch)));
  const score = scoreOf(await bed.run(name, [given]), name);
  expect(score.verdict).toBe('model');
  expect(score.reasons['tests']?.replace(/:.*/s, '')).toBe(reason);
});

/** Scores an agent with a model that runs a shell script. */
async function scoreWithModel(name: string, script: string, served: ServerScript): Promise<Score> {
  const directory = join(bed.folder, name);
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    `name: ${name}\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\nmodel: { names: [claude-sonnet-4-5] }\n`,
  );
  await writeFile(join(directory, 'work.sh'), script);
  await using models = await ScriptedModels.start(served);
  const submission = agentSubmission(await resolveAgent(directory));
  const result = await bed.run(name, [submission], { models: models.options });
  const score = scoreOf(result, name);
  const log = await readFile(
    join(result.folder, score.instance, name, String(score.attempt), 'agent.log'),
    'utf8',
  );
  expect(log).toContain('the agent runs');
  return score;
}

const CALL = `
call() {
  /opt/node/bin/node -e '
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 50, stream: true,
      messages: [{ role: "user", content: process.argv[1] }] });
    const headers = { authorization: "Bearer " + process.env.ANTHROPIC_API_KEY, "content-type": "application/json" };
    fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body, headers })
      .then(async (answer) => console.log(answer.status, await answer.text()), (error) => console.log(String(error)));
  ' "$1"
}
echo the agent runs; rm -rf src
`;

test.each([
  ['exit-126-before-any-call', 'echo the agent runs; rm -rf src; exit 126\n', 'garbage'],
  ['odd-call-404', `${CALL} call odd; exit 1\n`, { status: 404 }],
  ['odd-call-500', `${CALL} call odd; exit 1\n`, 'reset'],
] as const)('%s is a result of the model', async (name, script, fault) => {
  const score = await scoreWithModel(name, script, {
    rules: [{ when: { prompt: 'odd' }, fault }, { say: 'OK' }],
  });
  expect(score).toMatchObject({
    verdict: 'model',
    pass: 0,
    attempt: 1,
    outcome: { kind: 'agent-failed' },
  });
});

test('if the provider also refuses a call of RefBench, the provider is at fault', async () => {
  const script = `${CALL} call odd; sleep 30\n`;
  const score = await scoreWithModel('dead-provider', script, {
    rules: [{ fault: { status: 401 } }],
  });
  expect(score).toMatchObject({ verdict: 'infra', outcome: { cause: 'provider' } });
});
