import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { money, percent } from '../lib/format.ts';

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 34;

/**
 * Cost of an attempt against alignment. Agents without a known cost are not shown, and one point, or one
 * instance, is no picture.
 */
export function CostChart({ rows }: { readonly rows: BoardView['summary'] }): VNode | null {
  const points = rows.flatMap(({ agent, usd, alignment }) =>
    usd === null || alignment === null ? [] : [{ agent, usd, alignment }],
  );
  if (points.length < 2 || rows.every(({ n }) => n < 2)) return null;
  const most = Math.max(...points.map(({ usd }) => usd)) * 1.15;
  const x = (usd: number): number => LEFT + (usd / most) * (WIDTH - LEFT - 90);
  const y = (share: number): number => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - 14);
  const isRight = (usd: number): boolean => x(usd) > WIDTH / 2;
  const text = points
    .map(({ agent, usd, alignment }) => `${agent} ${money(usd)}, ${percent(alignment)} %`)
    .join('; ');
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Alignment by cost: ${text}`}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="axis" x1={LEFT} x2={WIDTH} y1={y(share)} y2={y(share)} />
            <text class="label" x={LEFT - 6} y={y(share) + 4} text-anchor="end">
              {share * 100}
            </text>
          </g>
        ))}
        {points.map(({ agent, usd, alignment }) => (
          <g key={agent}>
            <circle class="mean" cx={x(usd)} cy={y(alignment)} r="5" />
            <text
              class="label"
              x={x(usd) + (isRight(usd) ? -9 : 9)}
              y={y(alignment) + 4}
              text-anchor={isRight(usd) ? 'end' : 'start'}
            >
              {agent}
            </text>
          </g>
        ))}
        <text class="label" x={LEFT} y={HEIGHT - 8}>
          $0
        </text>
        <text class="label" x={x(most)} y={HEIGHT - 8} text-anchor="end">
          {money(most)} per attempt
        </text>
      </svg>
      <figcaption>Alignment in percent against the mean cost of an attempt</figcaption>
    </figure>
  );
}
