import { join } from 'node:path';
import { scoreSchema } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import {
  agentSummaries,
  buildReport,
  DEFAULT_REPORT_OPTIONS,
  headlineOf,
  readResults,
  resolutionsOf,
  type ReportFigures,
  type ResultSet,
} from '@refbench/reports';
import { attemptPath } from '../bundle/attempt-path.ts';
import { isReference } from '../bundle/is-reference.ts';
import { RUN_FOLDER } from '../bundle/manifest.ts';
import { readLedger } from '../ledger/ledger.ts';
import { readHead } from '../ledger/ledger-head.ts';
import { boardSubmissions, submissionFolder } from '../ledger/submissions.ts';
import { readBoardFile } from '../ledger/board-file.ts';
import { readAttackReleases } from './attack-releases.ts';
import { boardResults } from './board-results.ts';
import type { BoardSubmission } from './board-submission.ts';
import type { BoardAgent, BoardView } from './board-view.ts';

export interface BoardOptions {
  /** Folder of the leaderboard. */
  readonly folder: string;
  readonly instancesDir: string;
}

/**
 * Computes the board from the files of its folder: the ledger, the submissions that it names, and what attacks
 * earned. The result depends on nothing else, not on the time either.
 * @throws RefbenchError kind `invalid-file` if ledger or submissions were changed by hand
 */
export async function buildBoard({ folder, instancesDir }: BoardOptions): Promise<{
  readonly view: BoardView;
  readonly submissions: readonly BoardSubmission[];
}> {
  const ledger = await readLedger(folder);
  const { title, description } = await readBoardFile(folder);
  const submissions: BoardSubmission[] = [];
  for (const { row, bundle } of await boardSubmissions(folder, ledger)) {
    const run = join(submissionFolder(folder, row.id), RUN_FOLDER);
    submissions.push({ id: row.id, row, bundle, run });
  }
  const agents = agentsOf(submissions);
  const sets = await Promise.all(
    submissions.map(async ({ id, run }) =>
      relabelled(await readResults(run, instancesDir), id, agents),
    ),
  );
  const report = sets.length === 0 ? null : reportOf(sets);
  const byLabel = new Map(agents.map((agent) => [agent.label, agent]));
  // Every submission may bring the same reference agents.
  const nameOf = (label: string): string => {
    const agent = byLabel.get(label);
    return agent?.reference === true ? agent.name : label;
  };
  return {
    view: {
      schema: 1,
      kind: 'refbench-board',
      title,
      description,
      headline:
        report === null ? ['There are no submissions yet.'] : [...headlineOf(report, { nameOf })],
      submissions: submissions.map(({ id, row, bundle }) => ({
        id,
        date: row.date,
        digest: row.digest,
        run: bundle.plan.run,
        submitter: bundle.manifest.description.submitter,
        signer: row.signer ?? null,
        graded: row.graded ?? null,
        tool: bundle.manifest.tool,
        instances: bundle.plan.instances.length,
      })),
      agents: [...agents],
      summary: report === null ? [] : [...agentSummaries(report)],
      resolutions: report === null ? [] : [...resolutionsOf(report)],
      results: submissions.flatMap((one, index) => [
        ...boardResults(one, agents, sets[index]?.instances ?? []),
      ]),
      attacks: await readAttackReleases(folder),
      report,
      ledger: [...ledger],
      head: (await readHead(folder)) ?? null,
    },
    submissions,
  };
}

/** Two submissions may use the same name; then the name of the submission is added. */
function agentsOf(submissions: readonly BoardSubmission[]): readonly BoardAgent[] {
  const all = submissions.flatMap(({ id, bundle }) =>
    bundle.plan.agents.map((agent): BoardAgent => {
      const { name, model } = agent;
      const own = bundle.manifest.description.agents.find((agent) => agent.name === name);
      return {
        label: own?.title ?? name,
        submission: id,
        name,
        organisation: own?.organisation ?? '',
        model: own?.model ?? model ?? null,
        url: own?.url ?? null,
        openSource: own?.open_source ?? false,
        notes: own?.notes ?? '',
        reference: isReference(agent),
        firstLook: isFirstLook(bundle, name),
      };
    }),
  );
  return all.map((agent) =>
    all.filter(({ label }) => label === agent.label).length === 1
      ? agent
      : { ...agent, label: `${agent.label} (${agent.submission})` },
  );
}

/** One score of a provisional baseline is enough: a mean over both kinds would say nothing. */
function isFirstLook({ manifest, files }: BoardSubmission['bundle'], name: string): boolean {
  return manifest.attempts.some((attempt) => {
    if (attempt.agent !== name) return false;
    const text = files.get(`${RUN_FOLDER}/${attemptPath(attempt)}/score.json`)?.toString('utf8');
    const score = parseJson(text ?? '', scoreSchema);
    return score.kind === 'valid' && score.value.provisional !== undefined;
  });
}

function relabelled(set: ResultSet, id: string, agents: readonly BoardAgent[]): ResultSet {
  const labels = new Map(
    agents.flatMap(({ submission, name, label }) => (submission === id ? [[name, label]] : [])),
  );
  const references = new Set(
    agents.flatMap((one) =>
      one.submission === id && (one.reference || one.firstLook) ? [one.name] : [],
    ),
  );
  const labelOf = (name: string): string => labels.get(name) ?? name;
  return {
    ...set,
    source: { ...set.source, id },
    observations: [...set.observations].map((one) => ({
      ...one,
      agent: labelOf(one.agent),
      // Another name must not make a reference agent compete.
      ...(references.has(one.agent) ? { reference: true } : {}),
    })),
    planned: set.planned.map((one) => ({ ...one, agents: one.agents.map(labelOf) })),
    // Two submissions never are repeats of each other.
    plan: `${id} ${set.plan ?? ''}`,
  };
}

function reportOf(sets: readonly ResultSet[]): ReportFigures {
  const { cells: _cells, ...report } = buildReport(sets, DEFAULT_REPORT_OPTIONS);
  return report;
}
