import { mean } from '../statistics/describe.ts';
import type { Observation, Setting, Usage } from './observation.ts';

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
export function usageTotals(observations: readonly Observation[]): readonly UsageTotals[] {
  return groupBy(observations, contestantKey).map((group) => {
    const totalOf = (field: keyof Usage): Total => total(group.map(({ usage }) => usage[field]));
    return {
      ...contestantOf(group),
      attempts: group.length,
      costUsd: totalOf('costUsd'),
      inputTokens: totalOf('inputTokens'),
      outputTokens: totalOf('outputTokens'),
      seconds: totalOf('seconds'),
    };
  });
}

/** How the attempts ended, most frequent first within each agent and setting. */
export function countEndings(observations: readonly Observation[]): readonly EndingCount[] {
  const reasonOf = ({ result }: Observation): string =>
    result.kind === 'scored' ? '' : result.reason;
  return groupBy(observations, contestantKey).flatMap((contestant) =>
    groupBy(contestant, (one) => `${one.ending}\n${reasonOf(one)}`)
      .map((group) => ({
        ...contestantOf(group),
        ending: group[0].ending,
        reason: reasonOf(group[0]),
        count: group.length,
      }))
      .sort((left, right) => right.count - left.count),
  );
}

function total(values: readonly (number | null)[]): Total {
  const known = values.filter((value) => value !== null);
  return {
    sum: known.reduce((sum, value) => sum + value, 0),
    mean: known.length === 0 ? null : mean(known),
    known: known.length,
    unknown: values.length - known.length,
  };
}

function contestantKey({ track, mode, agent }: Observation): string {
  return `${track}/${mode}/${agent}`;
}

function contestantOf([first]: readonly [Observation, ...Observation[]]): Setting & {
  readonly agent: string;
} {
  return { track: first.track, mode: first.mode, agent: first.agent };
}

function groupBy(
  observations: readonly Observation[],
  keyOf: (observation: Observation) => string,
): readonly [Observation, ...Observation[]][] {
  const groups = new Map<string, [Observation, ...Observation[]]>();
  for (const observation of observations) {
    const group = groups.get(keyOf(observation));
    if (group === undefined) groups.set(keyOf(observation), [observation]);
    else group.push(observation);
  }
  return [...groups.values()];
}
