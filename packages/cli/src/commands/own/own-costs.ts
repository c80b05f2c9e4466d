import { BASELINE_RUNS } from '@refbench/instances';
import { countOf, sum } from '@refbench/base';
import type { OwnInstanceDetails } from '@refbench/datasets';
import { runsToGrade } from '@refbench/runner';
import { DEFAULT_BUDGET_USD } from '../../options/model-options.ts';

/** Says what one attempt of an agent on each instance takes, as far as it is known without the agent. */
export function costsText(instances: readonly OwnInstanceDetails[]): string {
  const suites = instances.flatMap(({ suiteSeconds }) => suiteSeconds ?? []);
  if (suites.length === 0) return '';
  const minutes = (runs: number): string => {
    const needed = Math.max(1, Math.round((sum(suites) * runs) / 60));
    return countOf(needed, 'minute');
  };
  const most = (DEFAULT_BUDGET_USD * suites.length).toFixed(0);
  return [
    `One attempt of an agent on ${countOf(suites.length, 'instance')} takes the time of the agent, and about ${minutes(runsToGrade('full'))} of tests on this machine.`,
    `The first run also measures the suites ${BASELINE_RUNS} times on both commits, which takes about ${minutes(2 * BASELINE_RUNS)}.`,
    `With the default budget of $${DEFAULT_BUDGET_USD} for an attempt, the model costs at most $${most}. \`refbench run --dry-run\` estimates it for an agent that you choose.`,
  ].join(' ');
}
