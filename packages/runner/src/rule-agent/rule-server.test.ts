import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AGENT_PROGRAMS } from '@refbench/docker';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnswerServer } from '../socket/answer-server.ts';
import { openRuleServer, type RuleRequests } from './rule-server.ts';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'refbench-rule-server-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

function open(requests: Partial<RuleRequests>, answerTimeoutMs = 10_000): Promise<AnswerServer> {
  return openRuleServer({
    stateDir,
    answerTimeoutMs,
    requests: {
      register: async (side, rules) => `${side}: ${rules.trim()}`,
      finish: async (summary) => `finished: ${summary}`,
      ...requests,
    },
  });
}

/** Runs the program of the container on this host. */
async function command(
  { socketDir }: AnswerServer,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const program = join(AGENT_PROGRAMS, 'rule-command.mjs');
  const env = { ...process.env, REFBENCH_RULE_SOCKET: join(socketDir, 'gw.sock') };
  return await promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('the commands of the container reach the host, until the work ends', async () => {
  await using server = await open({});
  const file = join(stateDir, 'rules.yml');
  await writeFile(file, 'id: a\n');
  expect(await command(server, 'register', 'additive', file)).toMatchObject({
    code: 0,
    stdout: 'additive: id: a\n',
  });
  expect(await command(server, 'register', 'sideways', file)).toMatchObject({
    code: 1,
    stderr: 'usage: register-rules additive|reductive FILE\n',
  });
  expect(await command(server, 'register', 'reductive', `${file}.absent`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot read') as string,
  });
  await writeFile(file, 'x'.repeat(500_000));
  expect(await command(server, 'register', 'additive', file)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('more than') as string,
  });
  expect(await command(server, 'finish', 'all', 'of it')).toMatchObject({
    code: 0,
    stdout: 'finished: all of it\n',
  });
  await writeFile(file, 'id: b\n');
  expect(await command(server, 'register', 'additive', file)).toMatchObject({
    code: 1,
    stdout: 'The work has ended.\n',
  });
});

/** Resolves when servers of this process have received so many requests. */
async function requestsReceived(count: number): Promise<void> {
  const name = 'http.server.request.start';
  let received = 0;
  await new Promise<void>((resolve) => {
    const onRequest = (): void => {
      received += 1;
      if (received < count) return;
      unsubscribe(name, onRequest);
      resolve();
    };
    subscribe(name, onRequest);
  });
}

test('a slow check is waited for and runs once; a failing one is reported', async () => {
  let registered = 0;
  const askedAgain = requestsReceived(2);
  const register = async (): Promise<string> => {
    registered += 1;
    await askedAgain;
    if (registered > 1) throw new Error('the disk is full');
    return 'accepted';
  };
  await using server = await open({ register }, 50);
  const file = join(stateDir, 'rules.yml');
  await writeFile(file, 'id: a\n');
  expect(await command(server, 'register', 'additive', file)).toMatchObject({
    code: 0,
    stdout: 'accepted\n',
  });
  expect(registered).toBe(1);
  expect(await command(server, 'register', 'additive', file)).toMatchObject({
    code: 1,
    stdout: 'the rules could not be checked: the disk is full\n',
  });
});
