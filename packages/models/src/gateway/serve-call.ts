import type { ServerResponse } from 'node:http';
import { NO_USAGE } from '../usage.ts';
import { FREE_HOLD, type Hold, type HoldResult } from './attempt-account.ts';
import type { AttemptSession } from './attempt-session.ts';
import type { Call } from './call.ts';
import type { Charge } from './charge.ts';
import { askProvider, waitForRetry } from './provider-call.ts';
import type { Refusal } from './refusal.ts';
import { relay, type Passed } from './relay.ts';

/** The result of a call, as `usage.jsonl` records it. */
export interface Served {
  readonly refusal: Refusal | undefined;
  readonly passed: Passed | undefined;
  readonly charges: readonly Charge[];
  readonly tries: number;
  readonly failures: readonly string[];
}

type TryResult =
  | { readonly kind: 'passed'; readonly passed: Passed; readonly cut: string | undefined }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | undefined }
  | { readonly kind: 'lasting'; readonly detail: string };

/** Serves a call: reserves its cost, asks the provider with retries, passes the answer on and settles. */
export async function serveCall(
  session: AttemptSession,
  call: Call,
  client: ServerResponse,
  signal: AbortSignal,
): Promise<Served> {
  const charges: Charge[] = [];
  const failures: string[] = [];
  const { limits } = session.parts;
  const end = (tries: number, refusal?: Refusal, passed?: Passed): Served => {
    const excesses = charges.flatMap(({ excess }) => (excess === undefined ? [] : [excess]));
    return { refusal, passed, charges, tries, failures: [...failures, ...excesses] };
  };
  for (let tries = 1; ; tries += 1) {
    // A call that fails during a probe would not say whether the provider is at fault.
    await session.probe.idle();
    const result = await holdFor(session, call, signal);
    if (result.kind === 'aborted') return end(tries - 1);
    if (result.kind === 'exhausted') {
      session.parts.onExhausted(result.scope);
      return end(tries - 1, {
        code: 'budget_exceeded',
        message: `budget_exceeded: the budget of this ${result.scope} is spent`,
      });
    }
    const hold = worstCaseOnce(result.hold, charges);
    let outcome: TryResult;
    try {
      outcome = await tryOnce(session, call, hold, client, signal);
    } finally {
      // If the try was not settled, the provider may have charged for it.
      charges.push(hold.settle(undefined));
    }
    if (outcome.kind === 'passed') {
      const { cut } = outcome;
      if (cut === undefined) session.noteAnswer();
      else failures.push(cut);
      if (cut !== undefined && session.noteCut()) await checkProvider(session, call, cut, tries);
      return end(tries, undefined, outcome.passed);
    }
    failures.push(outcome.detail);
    if (signal.aborted) return end(tries);
    if (outcome.kind === 'lasting' || tries >= limits.tries) {
      const isFaulty = await checkProvider(session, call, outcome.detail, tries);
      return end(tries, refusalOf(outcome, tries, isFaulty));
    }
    try {
      await waitForRetry(tries, outcome.waitMs, limits, signal);
    } catch {
      return end(tries);
    }
  }
}

/**
 * A call whose tries bring no readable answer, such as a page of a proxy, is charged the worst case for one
 * of them: a provider that answers at all does not answer each of them in full.
 */
function worstCaseOnce(hold: Hold, charges: readonly Charge[]): Hold {
  if (!charges.some(({ basis }) => basis === 'reservation')) return hold;
  return { ...hold, settle: (usage) => hold.settle(usage ?? 'nothing') };
}

/** Probes the provider. Returns true, and reports the failure, if the provider is at fault. */
async function checkProvider(
  session: AttemptSession,
  call: Call,
  detail: string,
  tries: number,
): Promise<boolean> {
  const probe = await session.probe.ask(call);
  if (probe.kind === 'unpaid') session.parts.onExhausted('run');
  if (probe.kind !== 'failing') return false;
  session.parts.onProviderFailed(
    `the provider gave ${detail} (${tries} tries), and ${probe.detail} when it was asked again`,
  );
  return true;
}

function refusalOf(
  { kind, detail }: Exclude<TryResult, { readonly kind: 'passed' }>,
  tries: number,
  isFaulty: boolean,
): Refusal {
  const given = `the provider gave ${detail} (${tries} tries)`;
  if (isFaulty) return { code: 'provider_failed', message: `provider_failed: ${given}` };
  return kind === 'lasting'
    ? { code: 'call_refused', message: `call_refused: ${given} to this call, and answers others` }
    : { code: 'call_failed', message: `call_failed: ${given} to this call, and answers others` };
}

async function tryOnce(
  session: AttemptSession,
  call: Call,
  hold: Hold,
  client: ServerResponse,
  signal: AbortSignal,
): Promise<TryResult> {
  const { dispatcher, limits } = session.parts;
  const bound = call.facts.maxOutputTokens ?? call.price.max_output_tokens;
  const clampTo = hold.outputTokens < bound && !call.free ? hold.outputTokens : undefined;
  const request = { ...call.provider, body: call.free ? call.bytes : editedBytes(call, clampTo) };
  let answer;
  try {
    answer = await askProvider(dispatcher, request, limits, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'again', detail: 'broken off', waitMs: undefined };
  }
  if (answer.kind !== 'answer') {
    if (answer.detail === 'HTTP 429') session.parts.onRateLimited();
    // Providers do not charge for a request that they did not begin to answer.
    hold.settle('nothing');
    return answer.kind === 'lasting' ? answer : { ...answer, kind: 'again' };
  }
  const relayed = await relay({
    response: answer.response,
    client,
    meter: call.free ? FREE : call.protocol.meter(),
    limits,
    redactor: session.parts.redactor,
    settle: hold.settle,
  });
  if (relayed.kind === 'unfit') {
    hold.settle(relayed.billed ? undefined : 'nothing');
    return { kind: 'again', detail: relayed.detail, waitMs: undefined };
  }
  return {
    kind: 'passed',
    passed: relayed,
    cut: relayed.kind === 'cut' ? relayed.detail : undefined,
  };
}

/** Returns the original bytes if nothing has to be changed. */
function editedBytes({ protocol, facts, bytes }: Call, clampTo: number | undefined): Buffer {
  const text = bytes.toString('utf8');
  const edited = protocol.edit(text, facts, clampTo);
  return edited === text ? bytes : Buffer.from(edited);
}

/** The meter for a call without cost. */
const FREE = { read: () => true, ended: () => true, usage: () => NO_USAGE };

async function holdFor(
  session: AttemptSession,
  call: Call,
  signal: AbortSignal,
): Promise<HoldResult> {
  return call.free ? { kind: 'held', hold: FREE_HOLD } : session.account.hold(call, signal);
}
