import { join } from 'node:path';
import { bytesWithoutCanary, type Digest } from '@refbench/contracts';
import { recipeDigest } from '@refbench/env-builder';
import { digestOf, exists, readFileWithin, sha256OfBytes } from '@refbench/base';
import { loadRuleset } from '@refbench/rule-engine';
import type { CatalogEntry } from '@refbench/instances';

/** Digests of the parts of an instance that decide its task and its scores. Null if there is none. */
export interface InstanceContent {
  readonly id: string;
  /** Of the bytes of instance.yaml. */
  readonly instance: Digest | null;
  /** Of the bytes of the task texts, without the canary. */
  readonly instructed: Digest | null;
  readonly open: Digest | null;
  /** As in score.json: the meaning of the rules, and the files of the environment. */
  readonly ruleset: Digest | null;
  readonly recipe: Digest | null;
}

const MAX_TEXT_BYTES = 1_000_000;

/**
 * Computes the digests of the parts of an instance.
 * @throws RefbenchError kind `invalid-file` if a part is there and cannot be read
 */
export async function contentOf({
  instance,
  dir,
  rulesDir,
}: CatalogEntry): Promise<InstanceContent> {
  const digestOfFile = async (name: string): Promise<Digest | null> => {
    const bytes = await readFileWithin(dir, join(dir, name), MAX_TEXT_BYTES);
    return bytes === undefined ? null : sha256OfBytes(bytesWithoutCanary(bytes));
  };
  return {
    id: instance.id,
    instance: await digestOfFile('instance.yaml'),
    instructed: await digestOfFile('task.instructed.md'),
    open: await digestOfFile('task.open.md'),
    ruleset: (await exists(rulesDir)) ? (await loadRuleset(rulesDir)).digest : null,
    recipe: (await exists(join(dir, 'environment'))) ? await recipeDigest(dir) : null,
  };
}

/** Digest of the content of a data set. The order of the instances has no influence. */
export function contentDigest(contents: readonly InstanceContent[]): Digest {
  return digestOf(contents.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
}
