import { join } from 'node:path';
import { canonicalJson, readJsonFile, withLock, writeFileAtomic } from '@refbench/base';
import { invalidRules } from '@refbench/rule-engine';
import { provenanceSchema, type Provenance, type ProvenanceEntry } from './provenance-record.ts';

const FILE = 'provenance.json';

/**
 * Reads the provenance of a ruleset. A ruleset without the file has no entries.
 * @param folder the folder with `additive/` and `reductive/`
 * @throws RefbenchError kind `invalid-file`
 */
export async function readProvenance(folder: string): Promise<Provenance> {
  const path = join(folder, FILE);
  const read = await readJsonFile(path, provenanceSchema);
  if (read.kind === 'invalid') {
    throw invalidRules(path, read.reason, 'correct the file, or delete it if its content is lost');
  }
  return read.kind === 'absent' ? { schema: 1, rules: [] } : read.value;
}

/**
 * Adds entries to provenance.json. Nothing is ever removed: entries of earlier versions are the
 * history of a rule, and a rule that was moved to `aside/` can come back. An entry that is already
 * stored is not added again, whatever its time.
 * @param folder the folder with `additive/` and `reductive/`; it is created if necessary
 * @throws RefbenchError kind `invalid-file` if the stored file is damaged
 */
export async function recordProvenance(
  folder: string,
  entries: readonly ProvenanceEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await withLock(join(folder, `.${FILE}.lock`), 'the provenance', async () => {
    const { rules } = await readProvenance(folder);
    const merged: Provenance = { schema: 1, rules: mergeEntries(rules, entries) };
    await writeFileAtomic(join(folder, FILE), `${JSON.stringify(merged, null, 2)}\n`);
  });
}

/** Joins entries in a fixed order: by rule, then by time. The first of equal entries stays. */
export function mergeEntries(
  known: readonly ProvenanceEntry[],
  added: readonly ProvenanceEntry[],
): readonly ProvenanceEntry[] {
  const byMeaning = new Map<string, ProvenanceEntry>();
  for (const entry of [...known, ...added]) {
    const { at: _at, ...meaning } = entry;
    const key = canonicalJson(meaning);
    if (!byMeaning.has(key)) byMeaning.set(key, entry);
  }
  return [...byMeaning.values()].sort(
    (left, right) => compare(left.rule, right.rule) || compare(left.at, right.at),
  );
}

/** Code-unit order, because a stored file must not depend on the locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
