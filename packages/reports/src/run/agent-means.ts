import { settingMode, type RunPlan } from '@refbench/contracts';
import { columnsOf, gridsOf, summarise, type Metric, type Observation } from '@refbench/scoring';

/** The means of one agent in a run. They are the same figures as in `refbench report`. */
export interface AgentMeans {
  readonly agent: string;
  /** Planned attempts: instances times repeats. */
  readonly planned: number;
  /** Attempts with a score that counts for the agent. */
  readonly scored: number;
  /** Instances that the mean of Pass covers. Every compared agent has a result on each of them. */
  readonly instances: number;
  readonly means: Readonly<Record<SummaryMetric, number | null>>;
}

/** The metrics of a run's summary. */
const SUMMARY_METRICS = [
  'pass',
  'ifr',
  'alignment',
  'precision',
  'ifr_strict',
  'alignment_strict',
] as const satisfies readonly Metric[];

type SummaryMetric = (typeof SUMMARY_METRICS)[number];

/** Means of each planned agent over the instances that all agents have in common. */
export function agentMeans(
  plan: Pick<RunPlan, 'agents' | 'instances' | 'repeats' | 'track' | 'mode' | 'packages'>,
  observations: readonly Observation[],
): readonly AgentMeans[] {
  const { track, instances, repeats = 1 } = plan;
  const mode = settingMode(plan);
  const names = plan.agents.map(({ name }) => name);
  const [grid] = gridsOf(observations, [{ track, mode, agents: names, instances }]);
  const summaries = SUMMARY_METRICS.flatMap((metric) => {
    const columns = grid === undefined ? undefined : columnsOf(grid, metric);
    return columns === undefined ? [] : summarise(columns);
  });
  return names.map((agent) => {
    const own = new Map(
      summaries.filter((one) => one.agent === agent).map((one) => [one.metric, one]),
    );
    const scored = observations.filter(
      (one) => one.agent === agent && one.result.kind === 'scored',
    );
    const meanOf = (metric: SummaryMetric): number | null => own.get(metric)?.mean ?? null;
    return {
      agent,
      planned: instances.length * repeats,
      scored: scored.length,
      instances: own.get('pass')?.n ?? 0,
      means: {
        pass: meanOf('pass'),
        ifr: meanOf('ifr'),
        alignment: meanOf('alignment'),
        precision: meanOf('precision'),
        ifr_strict: meanOf('ifr_strict'),
        alignment_strict: meanOf('alignment_strict'),
      },
    };
  });
}
