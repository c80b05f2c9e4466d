import type { Funnel } from '@refbench/datasets';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';

/** The funnel as a table, then each candidate that dropped out with its reason. */
export function funnelText({ candidates, steps, admitted, untouched }: Funnel): string {
  const rows = steps.map(({ step, passed, dropped }) => [
    step,
    String(passed),
    String(dropped.length),
  ]);
  const reasons = steps.flatMap(({ step, dropped }) =>
    dropped.map(({ candidate, reason }) => `${candidate}  ${step}: ${terminalText(reason)}`),
  );
  return [
    textTable([['step', 'passed', 'dropped'], ...rows]),
    '',
    `${candidates} candidates, ${admitted.length} admitted, ${untouched} not tried`,
    ...admitted.map((id) => `  ${id}`),
    ...(reasons.length === 0 ? [] : ['', 'Dropped:', ...reasons.map((reason) => `  ${reason}`)]),
  ].join('\n');
}
