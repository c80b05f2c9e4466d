import type { Observation, Setting } from './observation.ts';

/** A sum over attempts. Attempts without a measurement are excluded and counted in `unknown`. */
interface Total {
  readonly sum: number;
  readonly mean: number | null;
  readonly known: number;
  readonly unknown: number;
}

/** Resources that one agent used under one setting. */
export interface UsageTotals extends Setting {
  readonly agent: string;
  readonly attempts: number;
  readonly costUsd: Total;
  readonly inputTokens: Total;
  readonly outputTokens: Total;
  readonly seconds: Total;
}

/** How many of an agent's attempts ended in a certain way, or have no score for a certain reason. */
export interface EndingCount extends Setting {
  readonly agent: string;
  readonly ending: string;
  /** Empty for a scored attempt. */
  readonly reason: string;
  readonly count: number;
}

/**
 * Adds up cost (US dollars), tokens, and time (seconds) for each agent and setting, in order of
 * appearance. An unknown value never counts as 0.
 */
export function usageTotals(observations: Iterable<Observation>): readonly UsageTotals[] {
  const perAgent = new PerAgent(() => ({
    attempts: 0,
    costUsd: new RunningTotal(),
    inputTokens: new RunningTotal(),
    outputTokens: new RunningTotal(),
    seconds: new RunningTotal(),
  }));
  for (const observation of observations) {
    const { usage } = observation;
    const own = perAgent.of(observation);
    own.attempts += 1;
    own.costUsd.add(usage.costUsd);
    own.inputTokens.add(usage.inputTokens);
    own.outputTokens.add(usage.outputTokens);
    own.seconds.add(usage.seconds);
  }
  return perAgent.all().map(({ costUsd, inputTokens, outputTokens, seconds, ...rest }) => ({
    ...rest,
    costUsd: costUsd.total(),
    inputTokens: inputTokens.total(),
    outputTokens: outputTokens.total(),
    seconds: seconds.total(),
  }));
}

/** Counts how attempts ended, for each agent and setting, most frequent ending first. */
export function countEndings(observations: Iterable<Observation>): readonly EndingCount[] {
  const perAgent = new PerAgent(() => ({ endings: new Map<string, Ending>() }));
  for (const observation of observations) {
    const { endings } = perAgent.of(observation);
    const { ending, result } = observation;
    const reason = result.kind === 'scored' ? '' : result.reason;
    const key = `${ending}\n${reason}`;
    const known = endings.get(key);
    if (known === undefined) endings.set(key, { ending, reason, count: 1 });
    else known.count += 1;
  }
  return perAgent
    .all()
    .flatMap(({ endings, ...setting }) =>
      [...endings.values()]
        .sort((left, right) => right.count - left.count)
        .map((ending) => ({ ...setting, ...ending })),
    );
}

interface Ending {
  readonly ending: string;
  readonly reason: string;
  count: number;
}

/** An incremental sum, so that observations need not be retained. */
class RunningTotal {
  private sum = 0;
  private known = 0;
  private unknown = 0;

  add(value: number | null): void {
    if (value === null) {
      this.unknown += 1;
    } else {
      this.sum += value;
      this.known += 1;
    }
  }

  total(): Total {
    const { sum, known, unknown } = this;
    return { sum, mean: known === 0 ? null : sum / known, known, unknown };
  }
}

/** One value per agent and setting, in order of appearance. */
class PerAgent<Own extends object> {
  private readonly byKey = new Map<string, Setting & { readonly agent: string } & Own>();
  private readonly make: () => Own;

  constructor(make: () => Own) {
    this.make = make;
  }

  of({ track, mode, agent }: Observation): Own {
    const key = `${track}/${mode}/${agent}`;
    let own = this.byKey.get(key);
    if (own === undefined) this.byKey.set(key, (own = { track, mode, agent, ...this.make() }));
    return own;
  }

  all(): readonly (Setting & { readonly agent: string } & Own)[] {
    return [...this.byKey.values()];
  }
}
