import type { Observation, Setting } from './observation.ts';

/** A sum over attempts. What nobody counted is not in it, and `unknown` says how many those are. */
export interface Total {
  readonly sum: number;
  readonly mean: number | null;
  readonly known: number;
  readonly unknown: number;
}

/** What one agent used up under one setting. */
export interface UsageTotals extends Setting {
  readonly agent: string;
  readonly attempts: number;
  readonly costUsd: Total;
  readonly inputTokens: Total;
  readonly outputTokens: Total;
  readonly seconds: Total;
}

/** How often an agent's attempts ended in a way, or came to nothing for a reason. */
export interface EndingCount extends Setting {
  readonly agent: string;
  readonly ending: string;
  /** Empty for a scored attempt. */
  readonly reason: string;
  readonly count: number;
}

/** Totals for each agent and setting, in order of appearance. An unknown cost is never taken for 0. */
export function usageTotals(observations: Iterable<Observation>): readonly UsageTotals[] {
  const contestants = new Contestants(() => ({
    attempts: 0,
    costUsd: new RunningTotal(),
    inputTokens: new RunningTotal(),
    outputTokens: new RunningTotal(),
    seconds: new RunningTotal(),
  }));
  for (const observation of observations) {
    const { usage } = observation;
    const own = contestants.of(observation);
    own.attempts += 1;
    own.costUsd.add(usage.costUsd);
    own.inputTokens.add(usage.inputTokens);
    own.outputTokens.add(usage.outputTokens);
    own.seconds.add(usage.seconds);
  }
  return contestants.all().map(({ costUsd, inputTokens, outputTokens, seconds, ...rest }) => ({
    ...rest,
    costUsd: costUsd.total(),
    inputTokens: inputTokens.total(),
    outputTokens: outputTokens.total(),
    seconds: seconds.total(),
  }));
}

/** How the attempts ended, most frequent first within each agent and setting. */
export function countEndings(observations: Iterable<Observation>): readonly EndingCount[] {
  const contestants = new Contestants(() => ({ endings: new Map<string, Ending>() }));
  for (const observation of observations) {
    const { endings } = contestants.of(observation);
    const { ending, result } = observation;
    const reason = result.kind === 'scored' ? '' : result.reason;
    const key = `${ending}\n${reason}`;
    const known = endings.get(key);
    if (known === undefined) endings.set(key, { ending, reason, count: 1 });
    else known.count += 1;
  }
  return contestants
    .all()
    .flatMap(({ endings, ...contestant }) =>
      [...endings.values()]
        .sort((left, right) => right.count - left.count)
        .map((ending) => ({ ...contestant, ...ending })),
    );
}

interface Ending {
  readonly ending: string;
  readonly reason: string;
  count: number;
}

/** A sum that grows, so that no observation needs to be kept. */
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

/** Something of each agent and setting, in order of appearance. */
class Contestants<Own extends object> {
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
