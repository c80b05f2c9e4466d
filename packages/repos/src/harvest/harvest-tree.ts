import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { GitFailure } from '../git/run-git.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import type { Repository } from '../repository.ts';
import { TarError } from '../tar/read-tar.ts';
import type { Tree } from '../tree.ts';
import { HARVEST_LIMITS, type HarvestLimits } from './harvest-limits.ts';
import { HarvestRejected, type HarvestRejection, type HarvestResult } from './harvest-result.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { PathFilter } from './path-filter.ts';
import { WorkingFiles } from './read-working-files.ts';
import { SizeBudget } from './size-budget.ts';

export interface HarvestOptions {
  /** A tar of the working folder of a stopped container, names below `prefix`. It is read once, as a stream. */
  readonly archive: Readable;
  /**
   * Opens the same archive again. Needed only where a file is a hard link whose first name is ignored
   * (pnpm does that): without it such a tree is rejected.
   */
  readonly reread?: () => Promise<Readable>;
  /** `testbed/` where not given. */
  readonly prefix?: string;
  readonly repository: Repository;
  /** Commit or tree that the container started from. */
  readonly base: string;
  readonly ignored: IgnoreRules;
  readonly limits?: HarvestLimits;
}

/**
 * Takes what an agent left, by bytes alone: its git folder, config, attributes, index and ignore
 * files decide nothing. The patch is proven before it is returned: applied to base it gives the tree.
 * @throws RefbenchError kind `engine` where the archive is cut short
 */
export async function harvestTree(options: HarvestOptions): Promise<HarvestResult> {
  const { repository, limits = HARVEST_LIMITS } = options;
  const base = await repository.readTree(options.base);
  const working = new WorkingFiles({
    archive: options.archive,
    reread: options.reread,
    prefix: options.prefix ?? 'testbed/',
    base,
    filter: new PathFilter(base, options.ignored),
    budget: new SizeBudget(limits),
  });
  try {
    const treeId = await repository.writeTree(working.files());
    const patch = await repository.diff(options.base, treeId);
    if (patch.length > limits.patchBytes) {
      return reject('size', `the patch has ${patch.length} bytes, over ${limits.patchBytes}`);
    }
    return (
      (await disprove(repository, options.base, treeId, patch)) ?? {
        kind: 'harvested',
        treeId,
        patch,
        changed: countChanges(base, await repository.readTree(treeId)),
        skippedSpecial: working.skippedSpecial,
        escapingLinks: working.escapingLinks(),
      }
    );
  } catch (error) {
    return rejectionOf(error);
  }
}

function reject(stage: HarvestRejection['stage'], reason: string): HarvestRejection {
  return { kind: 'rejected', stage, reason };
}

/** Undefined where the patch is right. */
async function disprove(
  repository: Repository,
  base: string,
  treeId: string,
  patch: Buffer,
): Promise<HarvestRejection | undefined> {
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return reject('proof', parsed.reason);
  const applied = await repository.applyPatch(base, patch);
  if (applied.kind === 'rejected') return reject('proof', applied.reason);
  return applied.treeId === treeId || (parsed.files.length === 0 && patch.length === 0)
    ? undefined
    : reject('proof', `the patch gives tree ${applied.treeId}, not ${treeId}`);
}

function rejectionOf(error: unknown): HarvestRejection {
  if (error instanceof HarvestRejected) return reject(error.stage, error.message);
  // A path that git keeps out of any tree, such as a link named .gitmodules.
  const refused =
    error instanceof GitFailure ? /Ignoring path (.*)/.exec(error.stderr)?.[1] : undefined;
  if (refused !== undefined) return reject('path', `git allows no such path: ${refused}`);
  if (error instanceof TarError) {
    throw new RefbenchError({
      kind: 'engine',
      message: `the working folder could not be read from its container: ${error.message}`,
      mend: 'run the attempt again; if it happens again, look at the container engine',
      cause: error,
    });
  }
  throw error;
}

function countChanges(base: Tree, tree: Tree): number {
  let changed = 0;
  for (const [path, entry] of tree) {
    const old = base.get(path);
    if (old?.oid !== entry.oid || old.mode !== entry.mode) changed += 1;
  }
  for (const path of base.keys()) if (!tree.has(path)) changed += 1;
  return changed;
}
