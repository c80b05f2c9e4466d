import type { AgentSummary } from '@refbench/reports';
import type { VNode } from 'preact';
import { percent } from '../lib/format.ts';

interface Props {
  /** Agents that compete, best first. */
  readonly rows: readonly AgentSummary[];
  readonly references: readonly AgentSummary[];
}

/** The alignment of every agent with its interval and its groups; reference agents below a line. */
export function AgentPlot({ rows, references }: Props): VNode {
  const text = [...rows, ...references].map(describe).join('; ');
  return (
    <figure class="picture" role="img" aria-label={`Alignment of agents: ${text}`}>
      <figcaption>Alignment in percent, with 95 % intervals and groups</figcaption>
      <div class="bars">
        {rows.map((row) => (
          <Bar key={row.agent} row={row} isReference={false} />
        ))}
        {references.map((row, index) => (
          <Bar key={row.agent} row={row} isReference isFirst={index === 0} />
        ))}
        <Scale />
      </div>
    </figure>
  );
}

function describe({ agent, alignment, interval, groups }: AgentSummary): string {
  const range = interval === null ? '' : ` (${percent(interval.low)} to ${percent(interval.high)})`;
  const group = groups.length === 0 ? '' : `, group ${groups.join(' ')}`;
  return `${agent} ${percent(alignment)}${range}${group}`;
}

function Bar(props: {
  readonly row: AgentSummary;
  readonly isReference: boolean;
  readonly isFirst?: boolean;
}): VNode {
  const { row, isReference, isFirst = false } = props;
  const { agent, alignment, interval, groups } = row;
  return (
    <div class={`bar${isReference ? ' reference' : ''}${isFirst ? ' first' : ''}`}>
      <span class="bar-name">{agent}</span>
      <span class="bar-track">
        {interval === null ? null : (
          <span
            class="bar-range"
            style={{ left: at(interval.low), width: at(interval.high - interval.low) }}
          />
        )}
        {alignment === null ? null : <span class="bar-dot" style={{ left: at(alignment) }} />}
      </span>
      <span class="bar-value">
        {percent(alignment)} <span class="quiet-text">{groups.join(' ')}</span>
      </span>
    </div>
  );
}

function Scale(): VNode {
  return (
    <div class="bar scale">
      <span />
      <span class="bar-track bare">
        {[0, 0.5, 1].map((share) => (
          <span key={share} class="bar-tick" style={{ left: at(share) }}>
            {share * 100}
          </span>
        ))}
      </span>
      <span />
    </div>
  );
}

function at(share: number): string {
  return `${Math.min(1, Math.max(0, share)) * 100}%`;
}
