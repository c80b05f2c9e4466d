import type { ServerResponse } from 'node:http';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { CallFacts, Protocol } from '../protocol/protocol.ts';
import { NO_USAGE } from '../usage.ts';
import type { Bill, Desk, Promised } from './desk.ts';
import { askProvider, waitForRetry, type ProviderRequest } from './provider-call.ts';
import type { Refusal } from './refusal.ts';
import { relay, type Passed } from './relay.ts';
import { worstCase } from './worst-case.ts';

export interface Call {
  readonly protocol: Protocol;
  readonly facts: CallFacts;
  readonly price: ModelPrice;
  /** The request as it came: valid UTF-8, and JSON. */
  readonly bytes: Buffer;
  /** Counting tokens is not billed. */
  readonly free: boolean;
  readonly provider: Omit<ProviderRequest, 'body'>;
}

/** What became of a call, for the attempt's `usage.jsonl`. */
export interface Served {
  readonly refusal: Refusal | undefined;
  readonly passed: Passed | undefined;
  readonly bills: readonly Bill[];
  readonly tries: number;
  readonly failures: readonly string[];
}

type TryResult =
  | { readonly kind: 'passed'; readonly passed: Passed; readonly cut: string | undefined }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | undefined }
  | { readonly kind: 'lasting'; readonly detail: string };

/** Reserves, asks the provider as often as it takes, passes the answer on and settles. */
export async function serveCall(
  desk: Desk,
  call: Call,
  client: ServerResponse,
  signal: AbortSignal,
): Promise<Served> {
  const bills: Bill[] = [];
  const failures: string[] = [];
  const { limits } = desk.parts;
  const end = (tries: number, refusal?: Refusal, passed?: Passed): Served => {
    const excesses = bills.flatMap(({ excess }) => (excess === undefined ? [] : [excess]));
    return { refusal, passed, bills, tries, failures: [...failures, ...excesses] };
  };
  for (let tries = 1; ; tries += 1) {
    // What fails while the provider is being asked would only blur the answer.
    await desk.probe.idle();
    const promised = await promise(desk, call, signal);
    if (promised.kind === 'aborted') return end(tries - 1);
    if (promised.kind === 'exhausted') {
      desk.parts.onExhausted(promised.scope);
      return end(tries - 1, {
        code: 'budget_exceeded',
        message: `budget_exceeded: the budget of this ${promised.scope} is spent`,
      });
    }
    let result: TryResult;
    try {
      result = await tryOnce(desk, call, promised.promised, client, signal);
    } finally {
      // Whatever way it ended without being settled, the provider may have worked.
      bills.push(promised.promised.settle(undefined));
    }
    if (result.kind === 'passed') {
      if (result.cut === undefined) desk.answered();
      else failures.push(result.cut);
      if (result.cut !== undefined && desk.cut()) await blame(desk, call, result.cut, tries);
      return end(tries, undefined, result.passed);
    }
    failures.push(result.detail);
    if (signal.aborted) return end(tries);
    if (result.kind === 'lasting' || tries >= limits.tries) {
      const isFaulty = await blame(desk, call, result.detail, tries);
      return end(tries, refusalOf(result, tries, isFaulty));
    }
    try {
      await waitForRetry(tries, result.waitMs, limits, signal);
    } catch {
      return end(tries);
    }
  }
}

/** Whether the provider is at fault, by a call of our own. If so, the attempt is told. */
async function blame(desk: Desk, call: Call, detail: string, tries: number): Promise<boolean> {
  const probe = await desk.probe.ask(call);
  if (probe.kind === 'unpaid') desk.parts.onExhausted('run');
  if (probe.kind !== 'failing') return false;
  desk.parts.onProviderFailed(
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
  desk: Desk,
  call: Call,
  promised: Promised,
  client: ServerResponse,
  signal: AbortSignal,
): Promise<TryResult> {
  const { dispatcher, limits } = desk.parts;
  const bound = call.facts.maxOutputTokens ?? call.price.max_output_tokens;
  const clampTo = promised.outputTokens < bound && !call.free ? promised.outputTokens : undefined;
  const request = { ...call.provider, body: call.free ? call.bytes : editedBytes(call, clampTo) };
  let answer;
  try {
    answer = await askProvider(dispatcher, request, limits, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'again', detail: 'broken off', waitMs: undefined };
  }
  if (answer.kind !== 'answer') {
    // No answer was begun: providers do not bill these.
    promised.settle('nothing');
    return answer.kind === 'lasting' ? answer : { ...answer, kind: 'again' };
  }
  const relayed = await relay({
    response: answer.response,
    client,
    meter: call.free ? FREE : call.protocol.meter(),
    limits,
    redactor: desk.parts.redactor,
    settle: promised.settle,
  });
  if (relayed.kind === 'unfit') {
    promised.settle(relayed.billed ? undefined : 'nothing');
    return { kind: 'again', detail: relayed.detail, waitMs: undefined };
  }
  return {
    kind: 'passed',
    passed: relayed,
    cut: relayed.kind === 'cut' ? relayed.detail : undefined,
  };
}

/** The bytes themselves wherever nothing has to be set. */
function editedBytes({ protocol, facts, bytes }: Call, clampTo: number | undefined): Buffer {
  const text = bytes.toString('utf8');
  const edited = protocol.edit(text, facts, clampTo);
  return edited === text ? bytes : Buffer.from(edited);
}

/** For what is not billed. */
const FREE = { read: () => true, usage: () => NO_USAGE };

async function promise(desk: Desk, call: Call, signal: AbortSignal): ReturnType<Desk['promise']> {
  if (call.free) {
    const settle = (): Bill => ({ usd: 0, usage: NO_USAGE, basis: 'nothing' });
    return { kind: 'promised', promised: { outputTokens: 0, settle } };
  }
  const worst = worstCase(call.price, call.facts, call.bytes.length);
  return desk.promise(call.facts.model, call.price, worst, signal);
}
