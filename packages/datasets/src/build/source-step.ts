import { join } from 'node:path';
import { editYamlFile, exists, makeFolder, readYamlFile } from '@refbench/base';
import { instanceIdOf, instanceSchema, type Instance } from '@refbench/contracts';
import { readCategories } from '@refbench/mining';
import { readLicences } from '@refbench/code-facts';
import { historyOf, openRepository } from '@refbench/repos';
import { addInstance, listInstances } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import type { CandidateLine } from './candidate-list.ts';
import { copyWhole } from './staged-instance.ts';
import type { SourceResult } from './steps.ts';

export interface SourceStepOptions {
  /** The final workspace. */
  readonly workspace: Workspace;
  readonly staging: Workspace;
  /** Folder of instances that people have prepared. */
  readonly prepared: string | undefined;
}

/** Writes instance.yaml of a candidate if it is no instance yet, and its licence is open or it is private. */
export async function sourceStep(
  { workspace, staging, prepared }: SourceStepOptions,
  candidate: CandidateLine,
  signal: AbortSignal,
): Promise<SourceResult> {
  const { golden, repository: name } = candidate;
  const same = await knownInstance(workspace, candidate);
  if (same !== undefined) return { kind: 'dropped', reason: `is an instance already: ${same}` };
  const facts = await factsOf(staging, candidate, signal);
  if (!facts.licence.open && candidate.private !== true) {
    return { kind: 'dropped', reason: `the licence is "${facts.licence.id}", no known open one` };
  }
  const id = instanceIdOf(name, facts.base);
  const dir = join(staging.instancesDir, id);
  const given = prepared === undefined ? undefined : join(prepared, id);
  if (given !== undefined && (await exists(join(given, 'instance.yaml')))) {
    if (!(await exists(dir))) await copyWhole(given, dir);
  }
  const category = candidate.category ?? facts.category;
  const path = join(dir, 'instance.yaml');
  if (await exists(path))
    return found(await withFacts(path, { category, licence: facts.licence.id }));
  const { instance } = await addInstance({
    workspace: staging,
    repository: name,
    golden,
    url: candidate.url,
    ...(candidate.language === undefined ? {} : { language: candidate.language }),
    known: {
      category,
      licence: facts.licence.id,
      ...(candidate.provenance === undefined ? {} : { provenance: candidate.provenance }),
      ...(candidate.private === undefined ? {} : { private: candidate.private }),
    },
    signal,
  });
  return found(instance);
}

function found({ id, language, licence, category }: Instance): SourceResult {
  return { kind: 'done', id, language, note: `${language}, ${category}, ${licence}` };
}

/** Fills in the facts that instance.yaml leaves open. */
async function withFacts(
  path: string,
  facts: Pick<Instance, 'category' | 'licence'>,
): Promise<Instance> {
  const instance = await readYamlFile(path, instanceSchema);
  await editYamlFile(path, (document) => {
    for (const field of ['category', 'licence'] as const) {
      if (instance[field] === 'unknown') document.set(field, facts[field]);
    }
    document.commentBefore = null;
    return true;
  });
  return await readYamlFile(path, instanceSchema);
}

async function knownInstance(
  workspace: Workspace,
  { repository, golden }: CandidateLine,
): Promise<string | undefined> {
  // A new set has no folder yet.
  await makeFolder(workspace.instancesDir);
  const { entries } = await listInstances(workspace);
  const same = entries.find(
    ({ instance }) =>
      instance.golden === golden &&
      instance.repository.name.toLowerCase() === repository.toLowerCase(),
  );
  return same?.instance.id;
}

async function factsOf(
  staging: Workspace,
  { repository: name, golden, url }: CandidateLine,
  signal: AbortSignal,
): Promise<{
  readonly base: string;
  readonly category: string;
  readonly licence: { readonly id: string; readonly open: boolean };
}> {
  await using repository = await openRepository({
    repository: { name, url: url ?? `https://github.com/${name}.git` },
    instanceDir: staging.instancesDir,
    golden,
    ...(staging.mirror === undefined ? {} : { mirror: staging.mirror }),
    cacheDir: join(staging.stateDir, 'repositories'),
    signal,
  });
  const { parents } = await repository.readCommit(golden);
  const base = parents[0] ?? '';
  const [title = ''] = ((await historyOf(repository).commit(golden))?.message ?? '').split('\n', 1);
  return {
    base,
    category: (await readCategories())(title),
    licence: await (await readLicences()).ofTree(repository, base),
  };
}
