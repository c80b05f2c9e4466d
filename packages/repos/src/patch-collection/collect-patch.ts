import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { GitFailure } from '../git/run-git.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import type { Repository } from '../tree/repository.ts';
import { readTar, TarError } from '../tar/read-tar.ts';
import type { Tree } from '../tree/tree.ts';
import { COLLECTION_LIMITS, type CollectionLimits } from './collection-limits.ts';
import type { CollectionRejected, CollectionRejection, CollectedPatch } from './collected-patch.ts';
import { CollectionTimer } from './collection-timer.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { PathFilter } from './path-filter.ts';
import { WorkingFiles } from './read-working-files.ts';
import { SizeBudget } from './size-budget.ts';
import { walkFolder } from './walk-folder.ts';
import type { WorkingEntry } from './working-entry.ts';

/** The source of the working folder of a stopped container. */
type WorkingFolder =
  /** A folder of this host. Ignored folders in it are not read. */
  | { readonly kind: 'folder'; readonly path: string }
  /**
   * A tar archive with names below `testbed/`. It is opened again only if a file is a hard link to an
   * ignored file, as pnpm creates them.
   */
  | { readonly kind: 'archive'; readonly open: () => Promise<Readable> };

/** The options of `collectPatch`. */
export interface CollectPatchOptions {
  readonly source: WorkingFolder;
  readonly repository: Repository;
  /** The commit or tree that the container started from. */
  readonly base: string;
  readonly ignored: IgnoreRules;
  readonly limits?: CollectionLimits;
  /** Cancels the collection. The promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

const PREFIX = 'testbed/';

/**
 * Collects the patch of an agent by comparing bytes. The git folder, configuration, attributes, index
 * and ignore files of the agent have no influence. The patch is verified: applying it to base
 * produces the collected tree.
 * @throws RefbenchError kind `engine` if the archive is truncated
 */
export async function collectPatch(options: CollectPatchOptions): Promise<CollectedPatch> {
  const { repository, limits = COLLECTION_LIMITS } = options;
  using time = new CollectionTimer(limits.ms, options.signal);
  const base = await repository.readTree(options.base);
  const filter = new PathFilter(base, options.ignored);
  const open = (): AsyncIterable<WorkingEntry> => openSource(options.source, base, filter, time);
  const working = new WorkingFiles({
    entries: open(),
    reread: options.source.kind === 'archive' ? open : undefined,
    prefix: PREFIX,
    base,
    filter,
    budget: new SizeBudget(limits),
    sizeOf: async (oid) => (await repository.readBlob(oid)).length,
    checkTime: () => time.check(),
  });
  try {
    const treeId = await repository.writeTree(working.files(), time.signal);
    const patch = await repository.diff(options.base, treeId, time.signal);
    if (working.rejection !== undefined) return withPartial(working.rejection, patch, limits);
    if (patch.length > limits.patchBytes) {
      return reject('size', `the patch has ${patch.length} bytes, over ${limits.patchBytes}`);
    }
    return (
      (await disprove(options, treeId, patch, time.signal)) ?? {
        kind: 'collected',
        treeId,
        patch,
        changed: countChanges(base, await repository.readTree(treeId)),
        skippedSpecial: working.skippedSpecial,
        escapingLinks: working.escapingLinks(),
      }
    );
  } catch (error) {
    return time.rejection() ?? rejectionOf(error);
  }
}

async function* openSource(
  source: WorkingFolder,
  base: Tree,
  filter: PathFilter,
  time: CollectionTimer,
): AsyncGenerator<WorkingEntry, void, undefined> {
  if (source.kind === 'folder') {
    const isSkipped = filter.skipsFolder.bind(filter);
    yield* walkFolder({ root: source.path, prefix: PREFIX, base, isSkipped });
    return;
  }
  const archive = await source.open();
  using _held = time.endWith(archive);
  try {
    yield* readTar(archive);
  } catch (error) {
    // A stream that was ended at the time limit looks truncated.
    time.check();
    throw error;
  }
}

function reject(stage: CollectionRejection['stage'], reason: string): CollectionRejection {
  return { kind: 'rejected', stage, reason };
}

function withPartial(
  { stage, message }: CollectionRejected,
  partial: Buffer,
  limits: CollectionLimits,
): CollectionRejection {
  const isKept = partial.length > 0 && partial.length <= limits.patchBytes;
  return { ...reject(stage, message), ...(isKept ? { partial } : {}) };
}

/** Returns a rejection if the patch does not produce the collected tree; otherwise undefined. */
async function disprove(
  { repository, base }: CollectPatchOptions,
  treeId: string,
  patch: Buffer,
  signal: AbortSignal,
): Promise<CollectionRejection | undefined> {
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return reject('proof', parsed.reason);
  const applied = await repository.applyPatch(base, patch, signal);
  if (applied.kind === 'rejected') return reject('proof', applied.reason);
  return applied.treeId === treeId || (parsed.files.length === 0 && patch.length === 0)
    ? undefined
    : reject('proof', `the patch gives tree ${applied.treeId}, not ${treeId}`);
}

function rejectionOf(error: unknown): CollectionRejection {
  // Git refuses certain paths in every tree, such as a link named .gitmodules.
  const refused =
    error instanceof GitFailure ? /Ignoring path (.*)/.exec(error.stderr)?.[1] : undefined;
  if (refused !== undefined) return reject('path', `git allows no such path: ${refused}`);
  if (error instanceof TarError) {
    throw new RefbenchError({
      kind: 'engine',
      message: `the working folder could not be read from its container: ${error.message}`,
      hint: 'run the attempt again; if the error persists, check the container engine',
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
