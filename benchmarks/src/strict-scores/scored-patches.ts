import type { ThreeWay } from '@refbench/contracts';
import {
  followedInTree,
  measureTree,
  strictReferenceOf,
  type RepositoryContext,
  type Ruleset,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { predictedPatches } from './predicted-patches.ts';
import type { Subject } from './subjects.ts';

/** What a published patch earns with a ruleset. */
export interface ScoredPatch {
  readonly agent: string;
  /** The publisher's figures. */
  readonly published: ThreeWay;
  /** The share of satisfied rules, and the strict figures. Undefined if the patch does not apply. */
  readonly rules: ThreeWay | undefined;
  readonly strict: ThreeWay | undefined;
  /** The share of satisfied rules if refused ones count too. */
  readonly withRefused: number | undefined;
  /** Whether the patch applies, or why it does not. */
  readonly applied: Awaited<ReturnType<RepositoryContext['repository']['applyPatch']>>['kind'];
}

/**
 * Scores the published patches of an instance, one after the other.
 *
 * @param data folder with the published instances
 * @param name `owner/name`
 */
export async function* scoredPatches(
  data: string,
  name: string,
  { context, name: instance, refused }: Subject,
  ruleset: Ruleset,
  scan: TreeScanOptions,
): AsyncGenerator<ScoredPatch> {
  const patches = await predictedPatches(data, name, instance.slice(name.length + 1));
  if (patches.length === 0) return;
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scan);
  const reference = await strictReferenceOf(context, ruleset, scans, scan);
  for (const { agent, patch, published } of patches) {
    const result = await context.repository.applyPatch(context.commits.base, patch);
    const measured =
      result.kind === 'applied' ? await measureTree(reference, result.treeId, scan) : undefined;
    const patched =
      result.kind === 'applied' ? await context.repository.readTree(result.treeId) : undefined;
    const more =
      patched && refused
        ? (await followedInTree(refused, context.repository, patched, scan)).followed.size
        : 0;
    const total = sizeOf(ruleset) + (refused === undefined ? 0 : sizeOf(refused));
    yield {
      agent,
      published,
      rules: measured?.rules,
      strict: measured?.measurement.following?.ifr,
      withRefused: measured && (measured.satisfied.length + more) / total,
      applied: result.kind,
    };
  }
}

function sizeOf({ additive, reductive }: Ruleset): number {
  return additive.length + reductive.length;
}
