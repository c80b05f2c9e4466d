import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptRecordSchema, scoreSchema, type Score } from '@refbench/contracts';
import { startModelServer } from '@refbench/models/scripted-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  leftBehind,
  refbench,
  smallOptions,
  temporaryFolder,
  type SmallOptions,
} from './command.testkit.ts';
import {
  askingAgent,
  noFleet,
  startEngineHost,
  startRedis,
  startWorker,
  type EngineHost,
  type WorkerProcess,
} from './fleet.testkit.ts';

/** The long form takes half an hour: scripts/test --faults. */
const isLong = process.env['REFBENCH_TEST_FAULTS'] === '1';
const HOSTS = isLong ? 3 : 2;
const ATTEMPTS = isLong ? 60 : 6;
const KILLS = isLong ? 20 : 2;
const REDIS_KILLS = isLong ? 3 : 1;
const STOPS = isLong ? 2 : 0;
/** The round of faults in which the last engine ends for good. */
const ENGINE_DIES = 9;
const CALLS = 4;

const missing = noFleet();
const home = await temporaryFolder();
const at = (name: string): string => join(home.path, name);
let hosts: readonly EngineHost[] = [];
let small: SmallOptions;

beforeAll(async () => {
  if (missing !== undefined) return;
  small = await smallOptions(home.path);
  // The images exist when the first environment was built here.
  const here = ['run', '--agent', 'golden,nop', ...small.instance, '--runs-dir', at('runs')];
  const { code, stderr } = await refbench([...here, '--run-id', 'here', '--attempts', '2']);
  if (code !== 0) throw new Error(stderr);
  hosts = await Promise.all(Array.from({ length: HOSTS }, () => startEngineHost(small.id)));
}, 900_000);
afterAll(async () => {
  await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()));
  await home[Symbol.asyncDispose]();
});

async function scoresOf(run: string): Promise<ReadonlyMap<string, Score>> {
  const folder = join(at('runs'), run);
  const names = await readdir(folder, { recursive: true });
  const scores = await Promise.all(
    names
      .filter((name) => name.endsWith('/score.json'))
      .map(async (name) =>
        scoreSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
      ),
  );
  return new Map(
    scores.map((score) => [`${score.instance} ${score.agent} ${score.repeat ?? 1}`, score]),
  );
}

/** What must be the same wherever an attempt was made. */
function comparable({
  digests,
  pass,
  ifr,
  ifr_strict,
  alignment,
  precision,
  rules,
}: Score): object {
  return { digests, pass, ifr, ifr_strict, alignment, precision, rules };
}

/** Runs golden and nop twice each on other hosts, and compares their scores with those of this host. */
async function expectSameScores(run: string, ...where: readonly string[]): Promise<void> {
  const attempts = ['--agent', 'golden,nop', ...small.instance, '--attempts', '2'];
  const place = ['--runs-dir', at('runs'), '--run-id', run];
  const { code, stderr } = await refbench(['run', ...attempts, ...place, ...where]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const [here, there] = [await scoresOf('here'), await scoresOf(run)];
  expect(there.size).toBe(4);
  for (const [name, score] of there) {
    const other = here.get(name);
    expect(other === undefined ? undefined : comparable(other)).toEqual(comparable(score));
  }
}

test('a run on several engines has the scores of a run on one, digest by digest', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const engines = hosts.map(({ host }) => host).join(',');
  await expectSameScores('engines', '--engine', engines);
}, 900_000);

test('a queued run has the scores of a run on one engine, digest by digest', async ({ skip }) => {
  skip(missing !== undefined, missing);
  await using redis = await startRedis(at('redis-of-scores'));
  const options = ['--queue', redis.url, ...small.folders];
  const workers = hosts.map((host, index) => startWorker(host, `scorer-${index}`, options));
  try {
    await expectSameScores('queued', '--queue', redis.url);
  } finally {
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
  }
}, 900_000);

interface LedgerLine {
  readonly type: 'reserve' | 'settle';
  readonly call: string;
  readonly attempt: string;
  readonly nano_usd: number;
  /** What a settlement is based on. */
  readonly basis?: 'usage' | 'reservation' | 'nothing';
}

test('workers, Redis and hosts fail: no attempt is lost, none is doubled, and every dollar is known', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  await using redis = await startRedis(at('redis'));
  await using provider = await startModelServer({
    script: { usage: { input: 1000, output: 100 }, rules: [{ say: 'hello' }] },
  });
  const agent = await askingAgent(home.path, CALLS);
  const start = (index: number): WorkerProcess => {
    const host = hosts[index];
    if (host === undefined) throw new Error(`no host ${index}`);
    return startWorker(host, `worker-${index}`, ['--queue', redis.url, ...small.folders]);
  };
  const workers = hosts.map((_, index) => start(index));
  const over = new AbortController();
  const ended = once(over.signal, 'abort');
  const faults = (async () => {
    let [kills, redisKills, stops] = [0, 0, 0];
    let living = workers.length;
    for (let round = 0; !over.signal.aborted; round += 1) {
      if (isLong && round === ENGINE_DIES) {
        living -= 1;
        // Its worker must be at work: one that starts without an engine ends at once.
        await Promise.race([workers[living]?.begun, ended]);
        await hosts[living]?.daemon.stop();
      }
      const index = round % living;
      const worker = workers[index];
      if (worker === undefined || kills >= KILLS) break;
      // Strikes in the middle of an attempt.
      await Promise.race([worker.begun, ended]);
      await sleep(1500 + 700 * (round % 4));
      if (over.signal.aborted) break;
      if (stops < STOPS && round % 7 === 3) {
        stops += 1;
        worker.child.kill('SIGSTOP');
        await sleep(90_000);
        worker.child.kill('SIGCONT');
        continue;
      }
      worker.child.kill('SIGKILL');
      await worker.ended;
      kills += 1;
      workers[index] = start(index);
      if (redisKills < REDIS_KILLS && round % 2 === 0) {
        redisKills += 1;
        await redis.kill();
        await sleep(3000);
        await redis.start();
      }
    }
    return { kills, redisKills, stops };
  })();
  const { code, stderr } = await refbench(
    [
      'run',
      '--agent',
      agent,
      ...small.instance,
      '--attempts',
      String(ATTEMPTS),
      '--runs-dir',
      at('runs'),
      '--run-id',
      'faults',
      '--queue',
      redis.url,
      '--run-budget',
      '50',
      '--lease-seconds',
      isLong ? '60' : '10',
      '--tail',
      `asking@${small.id}`,
    ],
    { env: { ANTHROPIC_API_KEY: 'sk-not-real', ANTHROPIC_BASE_URL: provider.url } },
  );
  over.abort();
  const struck = await faults;
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(({ ended }) => ended));
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain(`asking@${small.id} | answer ${CALLS}: hello`);
  expect(struck).toEqual({ kills: KILLS, redisKills: REDIS_KILLS, stops: STOPS });

  const scores = await scoresOf('faults');
  expect(scores.size).toBe(ATTEMPTS);
  const folder = join(at('runs'), 'faults');
  // One final result per attempt, each with all its calls. Tries on a dying engine are kept as evidence.
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('/attempt.json'),
  );
  const records = await Promise.all(
    names.map(async (name) =>
      attemptRecordSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  );
  const final = records.filter(({ outcome }) => outcome.kind !== 'infra-failed');
  expect(final).toHaveLength(ATTEMPTS);
  for (const record of final) {
    expect(record).toMatchObject({ outcome: { kind: 'completed' }, usage: { requests: CALLS } });
  }
  expect(isLong ? [] : records).toEqual(isLong ? [] : final);
  const ledger = (await readFile(join(folder, 'ledger.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LedgerLine);
  const settled = ledger.filter(({ type }) => type === 'settle');
  expect(new Set(settled.map(({ call }) => call)).size).toBe(settled.length);
  // A call that a kill interrupts costs what was reserved for it, whether it was sent or not.
  const reserved = new Map(
    ledger.filter(({ type }) => type === 'reserve').map((line) => [line.call, line.nano_usd]),
  );
  for (const { call, basis = 'nothing', nano_usd } of settled) {
    const costs = { usage: 4_500_000, reservation: reserved.get(call), nothing: 0 };
    expect([call, basis, nano_usd]).toEqual([call, basis, costs[basis]]);
  }
  const answered = settled.filter(({ basis }) => basis === 'usage').length;
  expect(answered).toBeGreaterThanOrEqual(ATTEMPTS * CALLS);
  const sent = provider.requests().length;
  expect(sent).toBeGreaterThanOrEqual(answered);
  expect(sent).toBeLessThanOrEqual(settled.length);
  const summary = await readFile(join(folder, 'summary.md'), 'utf8');
  expect(summary.includes('got no more attempts')).toBe(isLong);

  for (const host of isLong ? hosts.slice(0, -1) : hosts) {
    const env = { DOCKER_HOST: host.host };
    expect(await leftBehind(['--state-dir', host.stateDir], { env })).toEqual([]);
  }
}, 5_400_000);
