import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeJsonFile } from '@refbench/base';
import { EXIT_CODES } from '@refbench/contracts';
import { attemptNumbers, scratchFolder } from '@refbench/workspace';
import { cellFolder } from '../protocol/cell-folder.ts';
import type { ClaimAnswer, Release } from '../protocol/messages.ts';
import type { AttemptPool } from './attempt-pool.ts';
import { startAttempts, type AttemptEnd, type AttemptProcess } from './attempt-process.ts';
import { CoordinatorClient, type CoordinatorAddress } from '../protocol/coordinator-client.ts';
import { packResult } from './pack-result.ts';

type Granted = Extract<ClaimAnswer, { readonly kind: 'granted' }>;

export interface WorkOptions {
  readonly coordinator: Omit<CoordinatorAddress, 'token'>;
  readonly stateDir: string;
  /** The program of RefBench and its first arguments. */
  readonly program: readonly string[];
  /** Options of `refbench run` that belong to this host: folders, mirrors, certificates. */
  readonly hostOptions: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Processes of earlier attempts. */
  readonly pool: AttemptPool;
  /** When aborted, the attempt is stopped and its cell given back. */
  readonly stop: AbortSignal;
}

/** How work on a lease ended. */
export type WorkEnd =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'released'; readonly why: Release }
  | { readonly kind: 'lost'; readonly reason: string };

/** How long a finished result is offered to a coordinator that does not answer. */
const DELIVERY_PATIENCE_MS = 10 * 60_000;

/** Makes one attempt under a lease, and delivers its result or gives the cell back. */
export async function workOn(granted: Granted, options: WorkOptions): Promise<WorkEnd> {
  const client = new CoordinatorClient({ ...options.coordinator, token: granted.token });
  const { command, plan } = granted;
  const key = JSON.stringify([options.coordinator.url, plan, command, options.env]);
  const attempts = await options.pool.acquire(key, () => start(granted, options));
  const folder = join(attempts.runFolder, cellFolder(granted.cell));
  try {
    return await attempt(granted, { attempts, client, folder, stop: options.stop });
  } finally {
    // The next attempt of this process begins with the same plan and nothing else.
    await rm(folder, { recursive: true, force: true });
    options.pool.release(key, attempts);
  }
}

interface AttemptParts {
  readonly attempts: AttemptProcess;
  readonly client: CoordinatorClient;
  /** The folder of the attempt in this process's copy of the run. */
  readonly folder: string;
  readonly stop: AbortSignal;
}

async function attempt(
  { cell, after, token, spent_usd, renew_ms }: Granted,
  { attempts, client, folder, stop }: AttemptParts,
): Promise<WorkEnd> {
  await mkdir(after === 0 ? folder : join(folder, String(after)), { recursive: true });
  const journal = join(attempts.runFolder, 'events.jsonl');
  const journalBytes = await sizeOf(journal);
  const made = attempts.make({ ...client.address, token, cell, after, spent_usd });
  const end = await watch(attempts, made, client, { renewMs: renew_ms, stop });
  if (end.kind === 'lost') return end;
  if (end.kind === 'stopped') {
    return await release(client, { kind: 'stopped', error: '', reason: 'stopped', hint: '' });
  }
  // Tries that the infrastructure has failed are evidence, too.
  const isEvidence = end.kind === 'scored' || end.error === 'infra-incomplete';
  if (end.kind === 'failed' && !(isEvidence && (await hasTries(folder, after)))) {
    return await release(client, releaseOf(end));
  }
  const archive = `${folder}.tar`;
  try {
    const digest = await packResult({ folder, after, journal, journalBytes }, archive);
    return await deliver(client, archive, digest, renew_ms);
  } finally {
    await rm(archive, { force: true });
  }
}

/** Starts a process for attempts of a run, in a folder with the plan of the run. */
async function start(
  { plan, command }: Granted,
  { program: [program = process.execPath, ...first], stateDir, hostOptions, env }: WorkOptions,
): Promise<AttemptProcess> {
  const scratch = await scratchFolder(stateDir);
  const runs = await scratch.sub('runs');
  const runFolder = join(runs, plan.run);
  await mkdir(runFolder);
  // The same plan as the coordinator's, which the command compares with its own.
  await writeJsonFile(join(runFolder, 'run.json'), plan);
  const place = ['--runs-dir', runs, '--run-id', plan.run];
  const attempts = startAttempts({
    program,
    args: [...first, 'run', ...command, ...hostOptions, ...place, '--leases', '--json'],
    env,
    runFolder,
  });
  return {
    ...attempts,
    async close() {
      await attempts.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

async function hasTries(folder: string, after: number): Promise<boolean> {
  return (await attemptNumbers(folder)).some((number) => number > after);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Renews the lease until the attempt ends. */
async function watch(
  attempt: AttemptProcess,
  made: Promise<AttemptEnd>,
  client: CoordinatorClient,
  { renewMs, stop }: { readonly renewMs: number; readonly stop: AbortSignal },
): Promise<AttemptEnd | Extract<WorkEnd, { readonly kind: 'lost' }>> {
  const over = new AbortController();
  const onStop = (): void => attempt.stop();
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) attempt.stop();
  let lost: string | undefined;
  const renewing = (async () => {
    while (!over.signal.aborted) {
      await sleep(renewMs, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const answer = await client.renew(attempt.takeEvents());
      if (answer.kind === 'ok' && !answer.value.stop) continue;
      if (answer.kind === 'unreachable') continue;
      if (answer.kind !== 'ok') lost = 'the lease has ended, and the attempt was given to another';
      attempt.stop();
    }
  })();
  try {
    const end = await made;
    // What the agent wrote since the last renewal, or all of it if the attempt was short.
    if (lost === undefined) await client.renew(attempt.takeEvents());
    return lost === undefined ? end : { kind: 'lost', reason: lost };
  } finally {
    over.abort();
    stop.removeEventListener('abort', onStop);
    await renewing;
  }
}

/** Whose fault it is that an attempt has no result. */
function releaseOf({ error, reason, hint }: Extract<AttemptEnd, { kind: 'failed' }>): Release {
  const own: readonly string[] = ['engine', 'disk', 'infra-incomplete', 'signal', 'in-use'];
  const codes = [EXIT_CODES.engine, EXIT_CODES.disk, EXIT_CODES['in-use']].map(String);
  if (own.includes(error) || codes.includes(error)) return { kind: 'infra', error, reason, hint };
  // A number is the exit code of a command that did not get as far as the attempt.
  const refused = error === 'usage' || /^\d+$/.test(error);
  return { kind: refused ? 'refused' : 'failed', error, reason, hint };
}

async function release(client: CoordinatorClient, why: Release): Promise<WorkEnd> {
  const answer = await client.release(why);
  return answer.kind === 'ok'
    ? { kind: 'released', why }
    : { kind: 'lost', reason: answer.kind === 'lost' ? 'the lease has ended' : answer.reason };
}

/** Offers a result until it is taken, refused, or belongs to a lease that has ended. */
async function deliver(
  client: CoordinatorClient,
  archive: string,
  digest: string,
  renewMs: number,
): Promise<WorkEnd> {
  const deadline = performance.now() + DELIVERY_PATIENCE_MS;
  for (;;) {
    const answer = await client.deliver(archive, digest);
    if (answer.kind === 'ok') return { kind: 'delivered' };
    if (answer.kind === 'lost') return { kind: 'lost', reason: 'the lease has ended' };
    if (answer.kind === 'refused') return { kind: 'lost', reason: answer.reason };
    if (performance.now() > deadline) return { kind: 'lost', reason: answer.reason };
    await sleep(Math.min(renewMs, 2000));
    await client.renew([]);
  }
}
