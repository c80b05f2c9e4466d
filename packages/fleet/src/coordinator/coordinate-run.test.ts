import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, DEFAULT_PLANNING, TOOL_VERSION } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { loadPrompts, type RunResult } from '@refbench/runner';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import type { ProgressEvent } from '@refbench/workspace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerInvitation, type Invitation } from '../worker/answer-invitation.ts';
import { AttemptPool } from '../worker/attempt-pool.ts';
import { CoordinatorClient } from '../protocol/coordinator-client.ts';
import { localWorkers } from '../worker/local-workers.ts';
import { coordinateRun, type CoordinateOptions } from './coordinate-run.ts';

const FAKE = fileURLToPath(new URL('./fake-attempt.testkit.mjs', import.meta.url));
const prompts = await loadPrompts();

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

interface Scenario {
  readonly instances?: number;
  readonly agents?: readonly string[];
  readonly repeats?: number;
  /** Behaviour of the attempts on each engine. */
  readonly engines?: Readonly<Record<string, string>>;
  readonly drain?: AbortSignal;
  readonly stop?: AbortSignal;
  readonly announce?: CoordinateOptions['announce'];
  readonly listener?: (event: ProgressEvent) => void;
}

const log = (): string => join(folder.path, 'starts.log');

async function starts(): Promise<readonly string[]> {
  const text = await readFile(log(), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function conduct({
  instances = 3,
  agents = ['one', 'two'],
  repeats = 1,
  engines = { a: 'work', b: 'work' },
  drain = new AbortController().signal,
  stop = new AbortController().signal,
  announce,
  listener = () => undefined,
}: Scenario = {}): Promise<RunResult> {
  const local: CoordinateOptions['announce'] = ({ port, secret }) => {
    const invitation = { run: 'demo', url: `http://127.0.0.1:${port}`, secret };
    const offers = Object.entries(engines).map(([host, mode]) =>
      localWorkers([{ host, slots: 2 }], invitation, {
        stateDir: join(folder.path, 'state'),
        program: ['/usr/bin/env', `FAKE_MODE=${mode}`, `FAKE_LOG=${log()}`, process.execPath, FAKE],
        hostOptions: [],
        stop,
        say: () => undefined,
      }),
    );
    return Promise.resolve({
      offer: () => Promise.resolve(),
      withdraw: async () => void (await Promise.all(offers.map((one) => one.withdraw()))),
    });
  };
  return await coordinateRun({
    run: 'demo',
    submissions: agents.map((name) => ({
      name,
      version: '1',
      digest: digestOf(name),
      modes: ['direct'],
      try: () => Promise.resolve({ kind: 'stopped' }),
    })),
    entries: Array.from(
      { length: instances },
      (_, index) => ({ instance: { id: `i__i-0000000${index}` } }) as never,
    ),
    workspace: {
      instancesDir: '/i',
      rulesDir: '/r',
      runsDir: join(folder.path, 'runs'),
      stateDir: join(folder.path, 'state'),
      mirror: undefined,
    },
    track: 'instructed',
    mode: 'direct',
    repeats,
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
    prompts,
    planning: DEFAULT_PLANNING,
    judge: undefined,
    command: ['--agent', agents.join(',')],
    listen: { host: '127.0.0.1', port: 0 },
    closed: true,
    announce: announce ?? local,
    drain,
    stop,
    listener,
  });
}

const names = ({ scores }: RunResult): readonly string[] =>
  scores.map(({ instance, agent, repeat = 1 }) => `${instance} ${agent} ${repeat}`).sort();

test('every attempt is made once, and its files are in the folder of the run', async () => {
  const events: ProgressEvent[] = [];
  const result = await conduct({ repeats: 2, listener: (event) => events.push(event) });
  expect(result).toMatchObject({ incomplete: [], interrupted: false });
  expect(new Set(names(result)).size).toBe(12);
  expect((await starts()).length).toBe(12);
  // Processes make one attempt after the other.
  expect(new Set((await starts()).map((line) => line.split(' ').at(-1))).size).toBeLessThan(12);
  const runFolder = join(folder.path, 'runs/demo');
  expect(await readFile(join(runFolder, 'i__i-00000001/two/repeat-2/1/patch.diff'), 'utf8')).toBe(
    'patch of i__i-00000001 two 2\n',
  );
  const journal = await readFile(join(runFolder, 'events.jsonl'), 'utf8');
  expect(journal.match(/"attempt-ended"/g)).toHaveLength(12);
  expect(journal.match(/"opened"/g)).toHaveLength(1);
  expect(await readdir(runFolder)).not.toContain('.inbox');
  expect(await readdir(join(folder.path, 'state/scratch')).catch(() => [])).toEqual([]);
  expect(events.filter(({ kind }) => kind === 'scored')).toHaveLength(12);
});

test('the same command makes nothing again', async () => {
  const first = await conduct();
  const second = await conduct();
  expect(names(second)).toEqual(names(first));
  expect((await starts()).length).toBe(6);
});

test('an engine whose attempts fail gets no more, and the others make them', async () => {
  const result = await conduct({ instances: 8, engines: { good: 'work', bad: 'infra' } });
  expect(result.incomplete).toEqual([]);
  expect(names(result)).toHaveLength(16);
  // The tries of the broken engine stay in the run as evidence.
  expect(result.scores.some(({ attempt }) => attempt > 1)).toBe(true);
  expect(result.setAside).toEqual([
    {
      engine: 'bad',
      reason:
        '3 attempts in a row failed there, the last because the infrastructure failed during the attempt',
    },
  ]);
});

test('an attempt whose process is killed is made again', async () => {
  const result = await conduct({ engines: { good: 'work', bad: 'crash' }, instances: 2 });
  expect(names(result)).toHaveLength(4);
  expect((await starts()).length).toBeGreaterThan(4);
});

test('if no engine works, the run ends and says why', async () => {
  const result = await conduct({
    engines: { a: 'crash', b: 'crash' },
    instances: 1,
    agents: ['one'],
  });
  expect(result.scores).toEqual([]);
  expect(result.incomplete).toMatchObject([
    { kind: 'infra-incomplete', reason: expect.stringContaining('SIGKILL') as unknown },
  ]);
});

test('a fault of the instance is not tried on another engine', async () => {
  const result = await conduct({
    engines: { a: 'broken-instance', b: 'broken-instance' },
    instances: 1,
    agents: ['one'],
  });
  expect(result.incomplete).toEqual([
    {
      instance: 'i__i-00000000',
      agent: 'one',
      kind: 'image',
      reason: 'it cannot be built',
      hint: 'edit it',
    },
  ]);
  expect((await starts()).length).toBe(1);
});

test('a run that is stopped gives everything back, and the same command goes on', async () => {
  const [drain, stop] = [new AbortController(), new AbortController()];
  const running = conduct({
    engines: { a: 'hang' },
    instances: 1,
    drain: drain.signal,
    stop: stop.signal,
  });
  await expect.poll(async () => (await starts()).length).toBe(2);
  drain.abort();
  stop.abort();
  expect(await running).toMatchObject({ scores: [], incomplete: [], interrupted: true });
  expect(names(await conduct({ instances: 1 }))).toHaveLength(2);
});

/** Hands the address of a run to a test, which plays the worker. */
function conductByHand(scenario: Scenario): {
  readonly result: Promise<RunResult>;
  readonly invitation: Promise<Invitation>;
} {
  let give: (invitation: Invitation) => void = () => undefined;
  const invitation = new Promise<Invitation>((resolve) => {
    give = resolve;
  });
  const result = conduct({
    ...scenario,
    announce: ({ port, secret }) => {
      give({ run: 'demo', url: `http://127.0.0.1:${port}`, secret });
      return Promise.resolve({ offer: () => Promise.resolve(), withdraw: () => Promise.resolve() });
    },
  });
  return { result, invitation };
}

const WORKER = { name: 'w', engine: 'e', tool: TOOL_VERSION };

test('nobody gets work without the secret, or with another version', async () => {
  const stop = new AbortController();
  const { result, invitation } = conductByHand({ drain: stop.signal, stop: stop.signal });
  const { url, secret } = await invitation;
  const stranger = new CoordinatorClient({ url, token: `${secret}x` });
  expect(await stranger.claim(WORKER)).toEqual({ kind: 'lost' });
  const known = new CoordinatorClient({ url, token: secret });
  expect(await known.claim({ ...WORKER, tool: 'refbench/0.0.1' })).toMatchObject({
    kind: 'ok',
    value: { kind: 'refused', reason: expect.stringContaining('refbench/0.0.1') as unknown },
  });
  const late = await fetch(`${url}/v1/claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...WORKER, now: new Date(Date.now() - 600_000).toISOString() }),
  });
  expect(await late.json()).toEqual({ kind: 'refused', reason: 'its clock is wrong by 600 s' });
  // The secret of the run is not a lease.
  expect(await known.renew([])).toEqual({ kind: 'lost' });
  expect(await known.release({ kind: 'failed', error: '', reason: '', hint: '' })).toEqual({
    kind: 'lost',
  });
  stop.abort();
  await result;
});

test('a result counts once, and only from the holder of the lease', async () => {
  const { result, invitation } = conductByHand({ instances: 1, agents: ['one'] });
  const { url, secret } = await invitation;
  const claim = await new CoordinatorClient({ url, token: secret }).claim(WORKER);
  if (claim.kind !== 'ok' || claim.value.kind !== 'granted') throw new Error('no lease');
  const holder = new CoordinatorClient({ url, token: claim.value.token });
  expect(await holder.deliver(FAKE, digestOf('another'))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('digest') as unknown,
  });
  expect(await holder.release({ kind: 'stopped', error: '', reason: '', hint: '' })).toMatchObject({
    kind: 'ok',
  });
  expect(await holder.deliver(FAKE, digestOf('another'))).toEqual({ kind: 'lost' });
  await using pool = new AttemptPool();
  const end = await answerInvitation(await invitation, {
    pool,
    worker: WORKER,
    stateDir: join(folder.path, 'state'),
    program: ['/usr/bin/env', `FAKE_LOG=${log()}`, process.execPath, FAKE],
    hostOptions: [],
    stop: new AbortController().signal,
    say: () => undefined,
  });
  expect(end).toEqual({ kind: 'over' });
  expect(names(await result)).toEqual(['i__i-00000000 one 1']);
  expect((await starts()).length).toBe(1);
});
