import { RefbenchError } from '@refbench/contracts';
import type { CatalogEntry } from '@refbench/instances';
import { historyOf, parsePatch, type ParsedPatch, type Repository } from '@refbench/repos';

/** What golden changes, and what its message says. */
export interface GoldenChange {
  readonly golden: string;
  readonly message: string;
  readonly patch: ParsedPatch;
}

/** @throws RefbenchError kind `repository` if the difference cannot be read */
export async function goldenChange(
  repository: Repository,
  { instance: { id, base, golden } }: CatalogEntry,
): Promise<GoldenChange> {
  const history = historyOf(repository);
  const { message = '' } = (await history.commit(golden)) ?? {};
  const diff = await history.renameDiff(base, golden);
  const patch = diff instanceof Buffer ? parsePatch(diff) : undefined;
  if (patch?.kind === 'parsed') return { golden, message, patch };
  throw new RefbenchError({
    kind: 'repository',
    message: `the golden diff of ${id} cannot be read`,
    hint: 'specify a complete clone with --mirror',
  });
}
