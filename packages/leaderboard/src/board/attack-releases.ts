import { join } from 'node:path';
import { attackClassSchema } from '@refbench/contracts';
import { readOptionalJson, writeJsonFile } from '@refbench/base';
import { z } from 'zod';

/** In the folder of a leaderboard: what the corpus of attacks earned, by release. */
const ATTACK_RELEASES_FILE = 'attacks.json';

const count = z.int().min(0);

/** The attacks of one class on one instance. */
const attackRowSchema = z.strictObject({
  class: attackClassSchema,
  instance: z.string(),
  /** Null if the instance is not in the data set. */
  language: z.string().nullable(),
  paid: count,
  published: count,
  marked: count,
  unpaid: count,
});

/** What the corpus of attacks earned from one release of RefBench. */
export const attackReleaseSchema = z.strictObject({
  /** Name of the release whose defences were measured. */
  release: z.string().min(1),
  /** ISO date, e.g. 2026-11-23. */
  date: z.string(),
  rows: z.array(attackRowSchema),
  /** The attacks that were paid, by name. */
  paid: z.array(z.strictObject({ id: z.string(), instance: z.string() })),
});

const fileSchema = z.strictObject({ schema: z.literal(1), releases: z.array(attackReleaseSchema) });

export type AttackRelease = z.infer<typeof attackReleaseSchema>;

/**
 * Reads what attacks earned in each release, newest first. Empty if none was recorded.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readAttackReleases(folder: string): Promise<AttackRelease[]> {
  const path = join(folder, ATTACK_RELEASES_FILE);
  const hint = 'restore the file, or remove it and record the runs again';
  return (await readOptionalJson(path, fileSchema, hint))?.releases ?? [];
}

/** Adds a release to those that a leaderboard shows. One of the same name is replaced. */
export async function addAttackRelease(folder: string, added: AttackRelease): Promise<void> {
  const others = (await readAttackReleases(folder)).filter(
    ({ release }) => release !== added.release,
  );
  const releases = [added, ...others].toSorted((left, right) =>
    right.date.localeCompare(left.date),
  );
  await writeJsonFile(join(folder, ATTACK_RELEASES_FILE), { schema: 1, releases });
}
