import { join } from 'node:path';
import { settingMode, type RefbenchError, type RunPlan, type Score } from '@refbench/contracts';
import { writeFileAtomic, writeJsonFile, countOf } from '@refbench/base';
import { observationOf, readRunCells } from '../sources/run-cells.ts';
import { readRunPlan } from '../sources/run-folder.ts';
import { agentMeans, type AgentMeans } from './agent-means.ts';
import { packageLines } from '../sources/package-lines.ts';
import { integrityCell, integrityNotes } from './integrity-text.ts';

/** An attempt that could not be scored. */
interface UnscoredAttempt {
  readonly instance: string;
  readonly agent: string;
  readonly kind: RefbenchError['kind'];
  readonly reason: string;
  readonly hint: string;
}

/** An engine that failed too often during the run and got no more attempts. */
interface EngineSetAside {
  readonly engine: string;
  readonly reason: string;
}

interface Problems {
  readonly incomplete: readonly UnscoredAttempt[];
  readonly setAside: readonly EngineSetAside[];
}

/**
 * Writes summary.json and summary.md into the folder of a run: the means of each agent, and one row per
 * score. Intervals and tests are in the report that `refbench report` writes.
 * @returns the path of summary.md, and the scores in it
 */
export async function writeRunSummary(
  folder: string,
  incomplete: readonly UnscoredAttempt[],
  setAside: readonly EngineSetAside[] = [],
): Promise<{ readonly path: string; readonly scores: readonly Score[] }> {
  const plan = await readRunPlan(folder);
  const cells = await readRunCells(folder, plan);
  const agents = agentMeans(
    plan,
    cells.map((cell) => observationOf(plan, cell)),
  );
  const scores = cells
    .flatMap(({ found }) => (found.kind === 'scored' ? [found.score] : []))
    .sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  const summary = {
    schema: 2,
    run: plan.run,
    track: plan.track,
    mode: plan.mode,
    agents: agents.map(jsonRow),
    scores,
    incomplete,
    ...(setAside.length === 0 ? {} : { set_aside: setAside }),
  };
  await writeJsonFile(join(folder, 'summary.json'), summary);
  const path = join(folder, 'summary.md');
  await writeFileAtomic(path, markdown(plan, agents, scores, { incomplete, setAside }));
  return { path, scores };
}

function sortKey({ instance, agent, repeat = 1 }: Score): string {
  return `${instance} ${agent} ${repeat}`;
}

function jsonRow({ agent, planned, scored, instances, means }: AgentMeans): object {
  const { ifr_strict: ifrStrict, alignment_strict: alignmentStrict, ...rest } = means;
  return { agent, planned, scored, instances, ...rest, ifrStrict, alignmentStrict };
}

function markdown(
  plan: RunPlan,
  agents: readonly AgentMeans[],
  scores: readonly Score[],
  { incomplete, setAside }: Problems,
): string {
  const lines = [
    `# Run ${plan.run}`,
    '',
    `Track ${plan.track}, mode ${settingMode(plan)}, ${countOf(plan.instances.length, 'instance')}, made by ${plan.tool}.`,
    'Means cover the instances on which every compared agent has a result.',
    ...untestedRemark(plan, scores),
    ...provisionalRemark(scores),
    '',
    '| agent | scored | Pass | IFR | A | Prec | IFR strict | A strict |',
    '|---|---|---|---|---|---|---|---|',
    ...agents.map(agentRow),
    '',
    '| instance | agent | outcome | tests | gone | Pass | Pass by name | IFR+ | IFR- | IFR | A | Prec | IFR strict | A strict | integrity | notes |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...scores.map(scoreRow),
    ...packageLines(scores),
  ];
  if (incomplete.length > 0) {
    lines.push('', '## Without a score', '');
    lines.push(
      ...incomplete.map(
        ({ instance, agent, reason }) => `- ${instance}, ${agent}: ${cell(reason)}`,
      ),
    );
  }
  if (setAside.length > 0) {
    lines.push('', '## Engines that got no more attempts', '');
    lines.push(...setAside.map(({ engine, reason }) => `- ${cell(engine)}: ${cell(reason)}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Says what the means of Pass and alignment leave out. */
function untestedRemark(plan: RunPlan, scores: readonly Score[]): readonly string[] {
  const untested = new Set(
    scores.flatMap(({ instance, no_tests }) => (no_tests === undefined ? [] : [instance])),
  ).size;
  if (untested === 0) return [];
  const tested = plan.instances.length - untested;
  return [
    `${countOf(untested, 'instance')} without tests: the means of Pass and A are over the other ${tested}.`,
  ];
}

/** A first look must not be taken for a result. */
function provisionalRemark(scores: readonly Score[]): readonly string[] {
  const count = scores.filter(({ provisional }) => provisional !== undefined).length;
  if (count === 0) return [];
  return [
    `${count} of ${scores.length} scores are a first look: the baseline of this host is not complete. They are not ranked; run the same command again to replace them.`,
  ];
}

function agentRow({ agent, scored, planned, means }: AgentMeans): string {
  const { pass, ifr, alignment, precision, ifr_strict, alignment_strict } = means;
  const figures = [pass, ifr, alignment, precision, ifr_strict, alignment_strict].map(figure);
  return `| ${agent} | ${scored}/${planned} | ${figures.join(' | ')} |`;
}

function scoreRow(score: Score): string {
  const { tests } = score;
  const cells = [
    score.instance,
    `${score.agent} #${score.repeat === undefined ? '' : `${score.repeat}.`}${score.attempt}`,
    score.verdict === 'model' ? score.outcome.kind : `${score.outcome.kind} (${score.verdict})`,
    score.no_tests === undefined ? `${tests.passed}/${tests.total}` : 'no tests',
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
    integrityCell(score.integrity, score.provisional),
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

/** Removes line breaks and bars: a reason may quote test output, which must not end the table. */
function cell(text: string): string {
  return text.replace(/[\r\n|]+/g, ' ').slice(0, 300);
}
