import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeJsonFile } from '@refbench/base';
import { EXIT_CODES } from '@refbench/contracts';
import { scratchFolder } from '@refbench/workspace';
import { cellFolder } from '../protocol/cell-folder.ts';
import type { ClaimAnswer, Release } from '../protocol/messages.ts';
import { startAttempt, type AttemptEnd, type AttemptProcess } from './attempt-process.ts';
import { CoordinatorClient, type CoordinatorAddress } from '../protocol/coordinator-client.ts';
import { writeLease } from './lease-file.ts';
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
  const { cell, after, plan } = granted;
  const client = new CoordinatorClient({ ...options.coordinator, token: granted.token });
  await using scratch = await scratchFolder(options.stateDir);
  const path = await scratch.sub('lease');
  const runs = join(path, 'runs');
  const folder = join(runs, plan.run, cellFolder(cell));
  // The same plan as the coordinator's, which the command compares with its own.
  await mkdir(after === 0 ? folder : join(folder, String(after)), { recursive: true });
  await writeJsonFile(join(runs, plan.run, 'run.json'), plan);
  const lease = join(path, 'lease.json');
  await writeLease(lease, {
    ...options.coordinator,
    token: granted.token,
    cell,
    spent_usd: granted.spent_usd,
  });
  const [program = process.execPath, ...first] = options.program;
  const attempt = startAttempt({
    program,
    args: [
      ...first,
      'run',
      ...granted.command,
      ...options.hostOptions,
      '--runs-dir',
      runs,
      '--run-id',
      plan.run,
      '--lease',
      lease,
      '--parallel',
      '1',
      '--json',
    ],
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const end = await watch(attempt, client, granted.renew_ms, options.stop);
  if (end.kind === 'lost') return end;
  if (end.kind === 'stopped') {
    return await release(client, { kind: 'stopped', error: '', reason: 'stopped', hint: '' });
  }
  if (end.kind === 'failed') return await release(client, releaseOf(end));
  const archive = join(path, 'result.tar');
  const journal = join(runs, plan.run, 'events.jsonl');
  const digest = await packResult({ folder, after, journal }, archive);
  return await deliver(client, archive, digest, granted.renew_ms);
}

/** Renews the lease until the attempt ends. */
async function watch(
  attempt: AttemptProcess,
  client: CoordinatorClient,
  renewMs: number,
  stop: AbortSignal,
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
    const end = await attempt.ended;
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
