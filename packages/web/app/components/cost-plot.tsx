import type { AgentSummary } from '@refbench/reports';
import type { VNode } from 'preact';
import { money, percent } from '../lib/format.ts';

/**
 * Cost of an attempt against alignment. Agents without a known cost are not shown, and one point is no
 * picture.
 */
export function CostPlot({ rows }: { readonly rows: readonly AgentSummary[] }): VNode | null {
  const known = rows.flatMap(({ agent, usd, alignment }) =>
    usd === null || alignment === null ? [] : [{ agent, usd, alignment }],
  );
  if (known.length < 2) return null;
  const most = Math.max(...known.map(({ usd }) => usd)) || 1;
  const points = withRoom(known, most);
  const text = points
    .map(({ agent, usd, alignment }) => `${agent} ${money(usd)}, ${percent(alignment)} %`)
    .join('; ');
  return (
    <figure class="picture" role="img" aria-label={`Alignment by cost: ${text}`}>
      <figcaption>Alignment in percent against the mean cost of an attempt</figcaption>
      <div class="plot">
        {[0, 50, 100].map((share) => (
          <span key={share} class="plot-line" style={{ bottom: `${share}%` }}>
            <span class="plot-label">{share}</span>
          </span>
        ))}
        {points.map(({ agent, usd, alignment, shift }) => (
          <span
            key={agent}
            class={usd > most / 2 ? 'plot-point left' : 'plot-point'}
            style={{ left: `${(usd / most) * 100}%`, bottom: `${alignment * 100}%` }}
          >
            <span class="plot-name" style={{ top: `${TOP_PX + shift}px` }}>
              {agent}
            </span>
          </span>
        ))}
      </div>
      <div class="plot-ends">
        <span>$0</span>
        <span>{money(most)} per attempt</span>
      </div>
    </figure>
  );
}

interface Point {
  readonly agent: string;
  readonly usd: number;
  readonly alignment: number;
}

/** Sizes of the style sheet: the height of the plot, of a line of text, and where a name begins. */
const HEIGHT_PX = 200;
const LINE_PX = 15;
const TOP_PX = -6;
/** Names of points that are further apart do not meet. */
const NEAR = 0.5;

/** Moves names down that would lie on the name of a point near by. */
function withRoom(
  points: readonly Point[],
  most: number,
): readonly (Point & { readonly shift: number })[] {
  const placed: (Point & { readonly shift: number; readonly y: number })[] = [];
  for (const point of points.toSorted((one, other) => other.alignment - one.alignment)) {
    const own = (1 - point.alignment) * HEIGHT_PX;
    const near = placed.filter(({ usd }) => Math.abs(usd - point.usd) / most < NEAR);
    const lowest = Math.max(own, ...near.map(({ y }) => y + LINE_PX));
    placed.push({ ...point, shift: lowest - own, y: lowest });
  }
  return placed;
}
