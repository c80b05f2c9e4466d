import { Journal } from '@refbench/files';
import { mapConcurrent } from '../map-concurrent.ts';
import type { Unit } from '../sources/unit.ts';
import { isDone, readUnitRecords, unitsJournal, type UnitRecord } from './mine-folder.ts';
import { unitFile, writeUnitFile } from './unit-file.ts';

export interface MineUnitsOptions {
  readonly folder: string;
  readonly units: readonly Unit[];
  /** Units that are read at once. */
  readonly jobs: number;
  readonly onUnit?: (record: UnitRecord, done: number, all: number) => void;
  /** Ends what runs. */
  readonly signal?: AbortSignal | undefined;
  /** Lets what runs end, and begins nothing more. */
  readonly drain?: AbortSignal | undefined;
}

export interface MineUnitsResult {
  readonly records: readonly UnitRecord[];
  /** Units that an earlier command had read. */
  readonly reused: number;
}

/**
 * Reads units that were not read yet. A unit's file is written before its line in the journal, so a
 * kill loses the units under way and nothing else.
 */
export async function mineUnits(options: MineUnitsOptions): Promise<MineUnitsResult> {
  const { folder, units, jobs, onUnit, signal, drain } = options;
  const known = await readUnitRecords(folder);
  const todo = units.filter(({ id }) => {
    const record = known.get(id);
    return record === undefined || !isDone(record.coverage);
  });
  await using journal = await Journal.open<UnitRecord>(unitsJournal(folder));
  const records: UnitRecord[] = [];
  await mapConcurrent(todo, jobs, async (unit) => {
    signal?.throwIfAborted();
    if (drain?.aborted === true) return;
    const { coverage, findings } = await unit.read(signal);
    const count = (kind: string): number =>
      findings.filter((finding) => finding.kind === kind).length;
    const record = {
      unit: unit.id,
      coverage,
      admitted: count('admitted'),
      incomplete: count('incomplete'),
      rejected: count('rejected'),
    };
    if (isDone(coverage)) await writeUnitFile(unitFile(folder, unit.id), findings);
    await journal.append(record);
    records.push(record);
    onUnit?.(record, units.length - todo.length + records.length, units.length);
  });
  return { records, reused: units.length - todo.length };
}
