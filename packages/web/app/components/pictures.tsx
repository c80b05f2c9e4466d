import type { AgentSummary, ReportFigures, Resolution } from '@refbench/reports';
import type { VNode } from 'preact';
import { percent } from '../lib/format.ts';
import { AgentPlot } from './agent-plot.tsx';
import { CategoryPlot } from './category-plot.tsx';
import { CostPlot } from './cost-plot.tsx';

interface Props {
  readonly rows: readonly AgentSummary[];
  readonly references: readonly AgentSummary[];
  readonly parts: ReportFigures['breakdowns'];
}

/** What a reader sees first. A single instance shows a case, so there is no picture of it. */
export function Pictures({ rows, references, parts }: Props): VNode | null {
  const some = rows.some(({ n }) => n > 1);
  if (!some) return null;
  return (
    <div class="pictures">
      <AgentPlot rows={rows} references={references} />
      <CostPlot rows={rows} />
      <CategoryPlot rows={rows} parts={parts} />
    </div>
  );
}

/** Which differences of the ranks mean something. */
export function ResolutionText({
  resolution,
}: {
  readonly resolution?: Resolution | undefined;
}): VNode {
  const { smallestDifference = null, noiseFloor = null } = resolution ?? {};
  return (
    <p class="quiet-text">
      {smallestDifference === null
        ? 'There are too few instances, or no two agents, to tell a difference apart. '
        : `Smallest difference that can be told apart: about ${percent(smallestDifference)} points. `}
      {noiseFloor === null
        ? 'Noise floor: not measured, because every agent made one attempt at each instance.'
        : `Noise floor: two runs of the same agent differ by up to ${percent(noiseFloor)} points.`}
    </p>
  );
}
