import type { Dataset, Digest } from '@refbench/contracts';
import { listInstances, readAdmission, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { canaryProblems, countCanaries, type CanaryCount } from './canary-problems.ts';
import { cardProblems } from './card-problems.ts';
import { contentDigest, contentOf } from './content-digest.ts';
import { readDatasetFile } from './dataset-file.ts';
import { problemsOf, type DatasetProblem } from './dataset-problem.ts';
import { duplicateGoldens } from './duplicate-goldens.ts';
import { instanceProblems } from './instance-problems.ts';

/** The result of checking a set of instances. */
export interface DatasetValidation {
  /** Null if dataset.yaml is missing or invalid. */
  readonly dataset: Dataset | null;
  /** Null if an instance cannot be read. */
  readonly digest: Digest | null;
  readonly instances: number;
  /** Number of instances whose admission holds. */
  readonly admitted: number;
  /** Null if dataset.yaml is missing or invalid. */
  readonly canary: CanaryCount | null;
  readonly problems: readonly DatasetProblem[];
}

interface ValidateOptions {
  /** Whether an SPDX expression names an open licence. */
  readonly isOpen: (licence: string) => boolean;
  /** Looks for two instances with the same change, which opens repositories. Defaults to true. */
  readonly compareCommits?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Checks all instances of a workspace and the card about them, without containers. */
export async function validateDataset(
  workspace: Workspace,
  { isOpen, compareCommits = true, signal }: ValidateOptions,
): Promise<DatasetValidation> {
  const { instancesDir } = workspace;
  const { entries, broken } = await listInstances(workspace);
  const problems: DatasetProblem[] = broken.map(({ id, reason }) => ({
    subject: id,
    problem: reason,
    hint: 'correct the file',
  }));
  let admitted = 0;
  for (const entry of entries) {
    signal.throwIfAborted();
    problems.push(...(await instanceProblems(entry, isOpen)));
    problems.push(
      ...(await problemsOf(`${entry.instance.id}/admission.json`, async () => {
        const state = await readAdmission(entry);
        if (state.kind === 'admitted') admitted += 1;
        if (state.kind === 'void') problems.push(voidProblem(entry, state.changed));
      })),
    );
  }
  problems.push(
    ...(await problemsOf('repositories', async () => {
      if (compareCommits) problems.push(...(await duplicateGoldens(workspace, entries, signal)));
    })),
  );
  // Unreadable parts have been reported above.
  let digest: Digest | undefined;
  const unreadable = await problemsOf('content', async () => {
    digest = contentDigest(await Promise.all(entries.map(contentOf)));
  });
  if (broken.length > 0 || unreadable.length > 0) digest = undefined;
  let dataset: Dataset | undefined;
  let canary: CanaryCount | undefined;
  problems.push(
    ...(await problemsOf('dataset.yaml', async () => {
      dataset = await readDatasetFile(instancesDir);
      problems.push(...(await cardProblems(instancesDir, dataset, digest)));
      canary = await countCanaries(entries, dataset);
      problems.push(...canaryProblems(canary));
    })),
  );
  const instances = entries.length + broken.length;
  return {
    dataset: dataset ?? null,
    digest: digest ?? null,
    instances,
    admitted,
    canary: canary ?? null,
    problems,
  };
}

function voidProblem(
  { instance: { id } }: CatalogEntry,
  changed: readonly string[],
): DatasetProblem {
  return {
    subject: id,
    problem: `its admission does not hold any more; changed: ${changed.join(', ')}`,
    hint: `run refbench instance check ${id} --write`,
  };
}
