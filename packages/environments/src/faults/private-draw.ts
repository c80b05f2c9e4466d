import { createHmac, randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readJsonFile, sha256OfBytes, withLock, writeJsonFile } from '@refbench/base';
import { z } from 'zod';

const SEED_BYTES = 32;

const seedSchema = z.strictObject({
  schema: z.literal(1),
  /** 64 hex digits. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.iso.datetime(),
});

/**
 * What a host draws in private: which faults it plants. The draw follows from a seed that only this host
 * knows. The digest of the seed is part of every result, so that everybody can repeat the draw once the
 * seed is published, and nobody can choose another seed afterwards.
 */
export interface PrivateDraw {
  /** SHA-256 of the seed's 32 bytes, as `sha256:<hex>`. */
  readonly digest: string;
  /** A number in hexadecimal that follows from the seed and the parts. */
  readonly of: (...parts: readonly string[]) => string;
}

/** Creates the draw of a seed of 64 hex digits. */
export function drawOf(seed: string): PrivateDraw {
  const key = Buffer.from(seed, 'hex');
  return {
    digest: sha256OfBytes(key),
    of: (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex'),
  };
}

/** The file of the seed in the state folder. */
export function seedPath(stateDir: string): string {
  return join(stateDir, 'fault-seed.json');
}

/** The seed of hosts that have none of their own. Their draws are the same everywhere. */
const PUBLIC_SEED = '0'.repeat(2 * SEED_BYTES);

/** What a host draws, and whether nobody else can know it. */
export interface HostDraw {
  readonly draw: PrivateDraw;
  readonly isPrivate: boolean;
}

/**
 * Returns the draw of this host. A host without a seed draws what everybody can: its results are not what a
 * board decides by.
 * @throws RefbenchError kind `invalid-file` if the file of the seed is damaged
 */
export async function hostDraw(stateDir: string): Promise<HostDraw> {
  const seed = await storedSeed(stateDir);
  return { draw: drawOf(seed ?? PUBLIC_SEED), isPrivate: seed !== undefined };
}

/** Returns the seed of this host; undefined if there is none yet. */
export async function storedSeed(stateDir: string): Promise<string | undefined> {
  const path = seedPath(stateDir);
  const stored = await readJsonFile(path, seedSchema);
  if (stored.kind !== 'invalid') return stored.kind === 'valid' ? stored.value.seed : undefined;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${stored.reason}`,
    hint: 'restore the file, or remove it: a new seed is drawn then, and its digest is another one',
  });
}

/**
 * Creates a seed, and returns it.
 * @param replace whether it replaces the seed of this host; otherwise an existing one is returned
 */
export async function newSeed(stateDir: string, replace: boolean): Promise<string> {
  const path = seedPath(stateDir);
  return await withLock(`${path}.lock`, 'the seed of planted faults', async () => {
    const stored = replace ? undefined : await storedSeed(stateDir);
    if (stored !== undefined) return stored;
    const seed = randomBytes(SEED_BYTES).toString('hex');
    await writeJsonFile(path, { schema: 1, seed, created_at: new Date().toISOString() });
    await chmod(path, 0o600);
    return seed;
  });
}
