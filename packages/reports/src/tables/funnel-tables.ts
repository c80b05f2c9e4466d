import type { FunnelStage } from '../model/funnel-stage.ts';
import { percent, type Table } from '../model/table.ts';

/** Counts of mining; see `refbench mine funnel`. */
export interface FunnelCounts {
  readonly stages: readonly FunnelStage[];
  readonly drops: readonly {
    readonly stage: string;
    readonly code: string;
    readonly count: number;
  }[];
  readonly incomplete: number;
}

/** Returns tables of the commits that remain after each stage of mining, and of the reasons for drops. */
export function funnelTables({ stages, drops, incomplete }: FunnelCounts): readonly Table[] {
  const [first] = stages;
  const tables: Table[] = [
    {
      id: 'funnel',
      title: 'Commits remaining after each stage of mining',
      head: ['stage', 'left', '% of the stage before', '% of all'],
      rows: stages.map(({ name, count }, index) => [
        name,
        String(count),
        shareOf(count, stages[index - 1]?.count),
        shareOf(count, first?.count),
      ]),
      notes:
        incomplete === 0
          ? []
          : [`${incomplete} more need data from the GitHub API (refbench mine hydrate).`],
    },
    {
      id: 'drops',
      title: 'Why commits were dropped after admission',
      head: ['stage', 'reason', 'commits'],
      rows: drops.map(({ stage, code, count }) => [stage, code, String(count)]),
      notes: [],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function shareOf(count: number, all: number | undefined): string {
  return all === undefined || all === 0 ? '-' : percent(count / all);
}
