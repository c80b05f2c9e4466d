import { join } from 'node:path';
import {
  canonicalJson,
  withLock,
  writeJsonFile,
  readOptionalJson,
  compareText,
} from '@refbench/base';
import { provenanceSchema, type Provenance, type ProvenanceEntry } from './provenance-record.ts';

const FILE = 'provenance.json';

/**
 * Reads the provenance of a ruleset. A ruleset without the file has no entries.
 * @param folder the folder with `additive/` and `reductive/`
 * @throws RefbenchError kind `invalid-file`
 */
export async function readProvenance(folder: string): Promise<Provenance> {
  const hint = 'correct the file, or delete it if its content is lost';
  const provenance = await readOptionalJson(join(folder, FILE), provenanceSchema, hint);
  return provenance ?? { schema: 1, rules: [] };
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
    await writeJsonFile(join(folder, FILE), merged);
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
    (left, right) => compareText(left.rule, right.rule) || compareText(left.at, right.at),
  );
}
