import type { Setting } from '@refbench/scoring';
import { z } from 'zod';
import { agentsByAlignment, inSetting, settingsOf } from './report-rows.ts';
import type { ReportFigures } from './report-schema.ts';

const figure = z.number().nullable();

/** What the first table of every report says about one agent. Ratios are in 0..1. */
export const agentSummarySchema = z.strictObject({
  track: z.string(),
  mode: z.string(),
  agent: z.string(),
  /** Number of instances. */
  n: z.int().min(0),
  /** Number of those with test results, which Pass and alignment are about. Absent if it is `n`. */
  tested: z.int().min(0).optional(),
  alignment: figure,
  /** Interval of the alignment. Null for too few instances. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** Letters of the groups of agents that cannot be told apart. Empty for agents that are not tested. */
  groups: z.array(z.string()),
  pass: figure,
  ifr: figure,
  precision: figure,
  /** Results that are missing through no fault of the agent. */
  missing: z.int().min(0),
  /** Means per attempt with a known value. */
  usd: figure,
  seconds: figure,
});

export type AgentSummary = z.infer<typeof agentSummarySchema>;

/** Summarises each agent of each setting, best first. */
export function agentSummaries(report: ReportFigures): readonly AgentSummary[] {
  return settingsOf(report).flatMap((setting) => {
    const summaries = inSetting(report.summaries, setting);
    const usages = inSetting(report.usage, setting);
    // An agent without a scored instance has no means, but its missing results must be seen.
    const agents = new Set([...agentsByAlignment(summaries), ...usages.map(({ agent }) => agent)]);
    return [...agents].map((agent) => {
      const own = summaries.filter((one) => one.agent === agent);
      const mean = (metric: string): number | null =>
        own.find((one) => one.metric === metric)?.mean ?? null;
      const alignment = own.find(({ metric }) => metric === 'alignment');
      const usage = usages.find((one) => one.agent === agent);
      return {
        track: setting.track,
        mode: setting.mode,
        agent,
        ...countsOf(alignment?.n ?? 0, own.find(({ metric }) => metric === 'ifr')?.n ?? 0),
        alignment: alignment?.mean ?? null,
        interval: alignment?.interval ?? null,
        groups: [...groupsOf(report, setting, agent)],
        pass: mean('pass'),
        ifr: mean('ifr'),
        precision: mean('precision'),
        missing: inSetting(report.holes, setting).filter((hole) => hole.agent === agent).length,
        usd: usage?.costUsd.mean ?? null,
        seconds: usage?.seconds.mean ?? null,
      };
    });
  });
}

function countsOf(tested: number, ruled: number): Pick<AgentSummary, 'n' | 'tested'> {
  return ruled > tested ? { n: ruled, tested } : { n: tested };
}

/** Formats the number of instances of a summary, e.g. `12 (8 tested)`. */
export function instancesText({ n, tested }: Pick<AgentSummary, 'n' | 'tested'>): string {
  return tested === undefined ? String(n) : `${n} (${tested} tested)`;
}

function groupsOf(report: ReportFigures, setting: Setting, agent: string): readonly string[] {
  const groups = inSetting(report.groups, setting).filter(({ metric }) => metric === 'alignment');
  return groups.flatMap(({ agents }, index) => (agents.includes(agent) ? [letterOf(index)] : []));
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** `a` to `z`, then `aa` and so on. */
function letterOf(index: number): string {
  const last = ALPHABET.charAt(index % 26);
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}
