import type {
  RepositoryContext,
  Ruleset,
  SourceFile,
  TreeScanOptions,
} from '@refbench/rule-engine';
import { sha256OfBytes, sortByText } from '@refbench/base';
import type { Change } from '../change/change.ts';
import { followingOf, type Following } from './following.ts';

/** IFR of a patch that changes only a share of the files. */
export interface PartialPatch {
  readonly share: number;
  readonly ifr: Following;
}

const SHARES = [0.25, 0.5, 0.75] as const;

/** Applies 25, 50 and 75 % of golden's files to base. A good ruleset pays more for more of the work. */
export async function partialPatches(
  context: RepositoryContext,
  ruleset: Ruleset,
  { base, golden }: Change,
  seed: string,
  options: TreeScanOptions,
): Promise<readonly PartialPatch[]> {
  const files = new Set([...base.files.keys(), ...golden.files.keys()]);
  const order = sortByText(files, (file) => sha256OfBytes(`${seed}\0${file}`));
  const changed = new Set(order);
  const results: PartialPatch[] = [];
  for (const share of SHARES) {
    const done = new Set(order.slice(0, Math.round(order.length * share)));
    const files = order
      .map((path) => (done.has(path) ? golden : base).files.get(path))
      .filter((file): file is SourceFile => file !== undefined);
    const ifr = await followingOf(context, ruleset, { changed, files }, options);
    results.push({ share, ifr });
  }
  return results;
}
