import {
  DEFAULT_LIMITS,
  type Outcome,
  type AttemptUsage,
  type PhaseRecord,
} from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { TryResult } from '../submission/submission.ts';
import type { PreparedInstance } from '@refbench/instances';
import type { Judge, Judgement } from '../submission/judge.ts';
import { loadPrompts } from './load-prompts.ts';
import type { AttemptFolder } from '@refbench/workspace';
import type { PhaseRequest } from './phase-request.ts';
import type { PlanAttemptOptions, RunPhase } from './planned-attempt.ts';

export const completed: Outcome = { kind: 'completed', oom_seen: false };

export function dollars(usd: number): AttemptUsage {
  return { usd, requests: 1, input_tokens: 10, output_tokens: 5, client: null };
}

/** What a container of the fake world does. */
export interface FakePhase {
  readonly files?: Readonly<Record<string, string>>;
  readonly outcome?: Outcome;
  readonly usage?: AttemptUsage;
  readonly ms?: number;
  readonly stopped?: boolean;
  /** Simulates a kill after the files of the phase were collected. */
  readonly dieAfterCollect?: boolean;
}

/** Containers that answer from a list; the requests are kept. */
export function fakePhases(...phases: readonly FakePhase[]): {
  readonly run: RunPhase;
  readonly requests: PhaseRequest[];
} {
  const requests: PhaseRequest[] = [];
  const run = async (request: PhaseRequest): Promise<TryResult> => {
    const phase = phases[requests.length];
    requests.push(request);
    if (phase === undefined) throw new Error(`nobody expected the phase ${request.phase}`);
    if (phase.stopped === true) return { kind: 'stopped' };
    const outcome = phase.outcome ?? completed;
    const metered = phase.usage === undefined ? {} : { usage: phase.usage };
    const log = { bytes: Buffer.from(`log of ${request.phase}`), droppedBytes: 0 };
    const durationMs = phase.ms ?? 1000;
    const collected =
      outcome.kind === 'infra-failed'
        ? ({ kind: 'none', reason: outcome.detail } as const)
        : request.collect === undefined
          ? ({ kind: 'given', patch: Buffer.from('the patch') } as const)
          : await request.collect({
              stopped: {
                log,
                durationMs,
                readFile: (path) => {
                  const text = phase.files?.[path];
                  return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
                },
              },
              outcome,
              ...metered,
            });
    if (phase.dieAfterCollect === true) throw new Error('killed');
    return { kind: 'ended', outcome, collected, log, durationMs, ...metered };
  };
  return { run, requests };
}

/** A judge that answers from a list. */
export function fakeJudge(...answers: readonly Judgement[]): Judge & { asked: string[] } {
  const asked: string[] = [];
  return {
    model: 'fake-judge',
    asks: 'fake-judge',
    provider: 'anthropic',
    asked,
    choose({ prompt }) {
      const answer = answers[asked.length];
      asked.push(prompt);
      if (answer === undefined) throw new Error('nobody expected to ask the judge');
      return Promise.resolve(answer);
    },
  };
}

export function chosen(choice: number, usd = 0.25): Judgement {
  return { kind: 'chosen', choice, reasoning: 'it is the best', tries: 1, usage: dollars(usd) };
}

/** An attempt in the given folder; `events` takes what its reporter is told. */
export async function attemptOptions(
  kind: 'plan' | 'multiplan',
  own: AttemptFolder,
  more: {
    readonly earlier?: readonly AttemptFolder[];
    readonly judge?: Judge;
    readonly budgetUsd?: number | null;
    readonly spentBeforeUsd?: number;
    readonly events?: string[];
    readonly image?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<PlanAttemptOptions> {
  const prompts = await loadPrompts();
  const { events = [] } = more;
  return {
    prepared: {
      environment: { imageId: digestOf(more.image ?? 'image') },
    } as unknown as PreparedInstance,
    prompt: prompts.first(kind, 'Tidy up.'),
    limits: { ...DEFAULT_LIMITS.agent, wall_clock_ms: 90_000 },
    run: 'test',
    attempt: String(own.attempt),
    repeat: 1,
    folder: own.folder,
    modelService: undefined,
    signal: more.signal ?? new AbortController().signal,
    drain: new AbortController().signal,
    onCollect: () => undefined,
    budgetUsd: more.budgetUsd ?? null,
    spentBeforeUsd: more.spentBeforeUsd ?? 0,
    agent: digestOf('agent'),
    agentName: 'agent',
    planned: {
      kind,
      prompts,
      planning: { wall_clock_ms: 30_000, budget_share: 0.5 },
      judge: more.judge,
      description: 'Move util to core.',
      own,
      earlier: more.earlier ?? [],
      reporter: {
        started: (phase) => Promise.resolve(void events.push(`${phase} started`)),
        ended: (record: PhaseRecord) =>
          Promise.resolve(
            void events.push(
              `${record.phase} ${record.outcome.kind}${record.adopted_from === null ? '' : ` of ${record.adopted_from}`}`,
            ),
          ),
      },
    },
  };
}
