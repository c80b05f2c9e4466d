import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunDetails, RunPlan, RunResultRow } from '@refbench/contracts';
import { observationOf, readRunCells, type RunCell } from '../sources/run-cells.ts';
import { agentMeans } from './agent-means.ts';

/**
 * Reads what `refbench runs show` prints: the means of each agent, and the state of each planned
 * attempt.
 * @param folder of the run
 */
export async function readRunDetails(folder: string, plan: RunPlan): Promise<RunDetails> {
  const cells = await readRunCells(folder, plan);
  const means = agentMeans(
    plan,
    cells.map((cell) => observationOf(plan, cell)),
  );
  return {
    summary: {
      run: plan.run,
      folder,
      created_at: plan.created_at,
      track: plan.track,
      mode: plan.mode,
      instances: plan.instances.length,
      agents: means.map(({ agent, planned, scored, means }, index) => ({
        agent,
        planned,
        scored,
        ...means,
        model: plan.agents[index]?.model ?? null,
        usd: totalUsd(cells.filter((cell) => cell.agent === agent)),
      })),
      attempts: cells.reduce((sum, { records }) => sum + records.length, 0),
      bytes: await folderBytes(folder),
    },
    plan,
    results: cells.map(rowOf),
  };
}

function rowOf({ agent, instance, repeat, found, records }: RunCell): RunResultRow {
  const last = records.at(-1);
  const row = {
    instance,
    agent,
    repeat,
    attempt: last?.attempt ?? null,
    outcome: last?.outcome.kind ?? null,
    pass: null,
    ifr: null,
    alignment: null,
    usd: last?.usage?.usd ?? null,
    seconds: last === undefined ? null : last.duration_ms / 1e3,
    note: '',
  };
  if (found.kind === 'absent') return { ...row, state: 'absent', note: found.reason };
  if (last === undefined) return { ...row, state: 'not started' };
  if (found.kind === 'damaged') return { ...row, state: 'damaged', note: found.reason };
  // An older attempt's score does not describe the newest attempt.
  if (found.kind === 'not graded' || found.score.attempt !== last.attempt) {
    return { ...row, state: 'not graded' };
  }
  const { pass, ifr, alignment, reasons } = found.score;
  const note = reasons['pass'] ?? reasons['patch'] ?? reasons['ifr'] ?? '';
  return { ...row, pass, ifr: ifr.total, alignment: alignment.total, state: 'scored', note };
}

/** Cost of all metered attempts, or null if no attempt was metered. */
function totalUsd(cells: readonly RunCell[]): number | null {
  const costs = cells.flatMap(({ records }) => records.flatMap(({ usage }) => usage?.usd ?? []));
  return costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0);
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
