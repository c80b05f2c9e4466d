import type { AgentSummary, ReportFigures } from '@refbench/reports';
import type { VNode } from 'preact';
import { percent } from '../lib/format.ts';
import { words } from '../lib/words.ts';

type Part = ReportFigures['breakdowns'][number];

interface Props {
  /** Agents that compete, best first. */
  readonly rows: readonly AgentSummary[];
  readonly parts: readonly Part[];
}

/** The alignment of agents by kind of refactoring: a cell per pair, which says how many instances it is about. */
export function CategoryPlot({ rows, parts }: Props): VNode | null {
  const agents = rows.map(({ agent }) => agent);
  const own = parts.filter(
    ({ by, metric, agent }) =>
      by === 'category' && metric === 'alignment' && agents.includes(agent),
  );
  const kinds = [...new Set(own.map(({ value }) => value))].sort();
  // One kind for all instances says what the mean says.
  if (kinds.length < 2) return null;
  return (
    <figure class="picture wide-picture">
      <figcaption id="by-kind">Alignment in percent by kind of refactoring (instances)</figcaption>
      <div class="scroll" role="region" aria-labelledby="by-kind" tabIndex={0}>
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" class="heat-kind">
                  {words(kind)} <span class="heat-count">({instancesOf(own, kind)})</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <tr key={agent}>
                <th scope="row">{agent}</th>
                {kinds.map((kind) => {
                  const part = own.find((one) => one.value === kind && one.agent === agent);
                  return (
                    <td key={kind} class="heat-cell" style={{ '--share': part?.mean ?? 0 }}>
                      {percent(part?.mean)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Agents may have results on different numbers of instances of a kind. */
function instancesOf(parts: readonly Part[], kind: string): string {
  const counts = parts.flatMap(({ value, n }) => (value === kind ? [n] : []));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(most) : `${least} to ${most}`;
}
