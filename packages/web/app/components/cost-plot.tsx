import type { AgentSummary } from '@refbench/reports';
import type { VNode } from 'preact';
import { costAxis } from '../../src/shared/cost-axis.ts';
import { money, percent } from '../lib/format.ts';

/**
 * Cost of an attempt against alignment. Agents without a known cost are not shown, and one point is no
 * picture. Points have numbers, because names would lie on other points.
 */
export function CostPlot({ rows }: { readonly rows: readonly AgentSummary[] }): VNode | null {
  const known = rows.flatMap(({ agent, usd, alignment }) =>
    usd === null || alignment === null ? [] : [{ agent, usd, alignment }],
  );
  if (known.length < 2) return null;
  const { place, low, high, isLogarithmic } = costAxis(known.map(({ usd }) => usd));
  const points = known.toSorted((one, other) => other.alignment - one.alignment);
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
        {points.map(({ agent, usd, alignment }, index) => (
          <span
            key={agent}
            class="plot-point"
            style={{ left: `${place(usd) * 100}%`, bottom: `${alignment * 100}%` }}
          >
            {index + 1}
          </span>
        ))}
      </div>
      <div class="plot-ends">
        <span>{money(low)}</span>
        <span>
          {money(high)} per attempt{isLogarithmic ? ', logarithmic' : ''}
        </span>
      </div>
      <ol class="plot-names">
        {points.map(({ agent }) => (
          <li key={agent}>{agent}</li>
        ))}
      </ol>
    </figure>
  );
}
