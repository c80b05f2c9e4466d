import { join } from 'node:path';
import type { RunPlan, Score } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/files';
import { integrityCell, integrityNotes } from '../integrity/integrity-text.ts';
import type { Incomplete } from './run-result.ts';

/** One agent over all instances of the run. Means are over scored instances; `scored` says how many. */
export interface AgentSummary {
  readonly agent: string;
  readonly planned: number;
  readonly scored: number;
  readonly pass: number | null;
  readonly ifr: number | null;
  readonly alignment: number | null;
  readonly precision: number | null;
  readonly ifrStrict: number | null;
  readonly alignmentStrict: number | null;
}

/** Means per agent, over the scores that are the model's own. */
export function summarise(
  plan: Pick<RunPlan, 'agents' | 'instances' | 'repeats'>,
  scores: readonly Score[],
): readonly AgentSummary[] {
  return plan.agents.map(({ name }) => {
    const own = scores.filter((score) => score.agent === name && score.verdict === 'model');
    return {
      agent: name,
      planned: plan.instances.length * (plan.repeats ?? 1),
      scored: own.length,
      pass: mean(own.map((score) => score.pass)),
      ifr: mean(own.map((score) => score.ifr.total)),
      alignment: mean(own.map((score) => score.alignment.total)),
      precision: mean(own.map((score) => score.precision.total)),
      ifrStrict: mean(own.map((score) => score.ifr_strict.total)),
      alignmentStrict: mean(own.map((score) => score.alignment_strict.total)),
    };
  });
}

/**
 * Writes summary.json and summary.md into the run's folder; returns the path of summary.md. The report
 * with intervals and tests is another: `refbench report` writes that.
 */
export async function writeReport(
  folder: string,
  plan: RunPlan,
  scores: readonly Score[],
  incomplete: readonly Incomplete[],
): Promise<string> {
  const sorted = [...scores].sort((left, right) =>
    `${left.instance} ${left.agent} ${left.repeat ?? 1}` <
    `${right.instance} ${right.agent} ${right.repeat ?? 1}`
      ? -1
      : 1,
  );
  const agents = summarise(plan, sorted);
  const report = { schema: 1, run: plan.run, track: plan.track, mode: plan.mode, agents };
  await writeFileAtomic(
    join(folder, 'summary.json'),
    `${JSON.stringify({ ...report, scores: sorted, incomplete }, null, 2)}\n`,
  );
  const path = join(folder, 'summary.md');
  await writeFileAtomic(path, markdown(plan, agents, sorted, incomplete));
  return path;
}

function markdown(
  plan: RunPlan,
  agents: readonly AgentSummary[],
  scores: readonly Score[],
  incomplete: readonly Incomplete[],
): string {
  const lines = [
    `# Run ${plan.run}`,
    '',
    `Track ${plan.track}, mode ${plan.mode}, ${plan.instances.length} instance(s), made by ${plan.tool}.`,
    '',
    '| agent | scored | Pass | IFR | A | Prec | IFR strict | A strict |',
    '|---|---|---|---|---|---|---|---|',
    ...agents.map(
      (row) =>
        `| ${row.agent} | ${row.scored}/${row.planned} | ${figure(row.pass)} | ${figure(row.ifr)} | ${figure(row.alignment)} | ${figure(row.precision)} | ${figure(row.ifrStrict)} | ${figure(row.alignmentStrict)} |`,
    ),
    '',
    '| instance | agent | outcome | tests | gone | Pass | Pass by name | IFR+ | IFR- | IFR | A | Prec | IFR strict | A strict | integrity | notes |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...scores.map(scoreRow),
  ];
  if (incomplete.length > 0) {
    lines.push('', '## Without a score', '');
    lines.push(
      ...incomplete.map((hole) => `- ${hole.instance}, ${hole.agent}: ${cell(hole.reason)}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function scoreRow(score: Score): string {
  const { tests } = score;
  const cells = [
    score.instance,
    `${score.agent} #${score.repeat === undefined ? '' : `${score.repeat}.`}${score.attempt}`,
    score.verdict === 'model' ? score.outcome.kind : `${score.outcome.kind} (${score.verdict})`,
    `${tests.passed}/${tests.total}`,
    tests.missing === null ? '-' : String(tests.missing),
    figure(score.pass),
    figure(score.pass_strict),
    figure(score.ifr.additive),
    figure(score.ifr.reductive),
    figure(score.ifr.total),
    figure(score.alignment.total),
    figure(score.precision.total),
    figure(score.ifr_strict.total),
    figure(score.alignment_strict.total),
    integrityCell(score.integrity),
    cell(
      [
        ...integrityNotes(score),
        ...Object.entries(score.reasons).map(([field, reason]) => `${field}: ${reason}`),
      ].join('; '),
    ),
  ];
  return `| ${cells.join(' | ')} |`;
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

/** Reasons may quote what a test printed: it must not end the table. */
function cell(text: string): string {
  return text.replace(/[\r\n|]+/g, ' ').slice(0, 300);
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
