import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ABSENT_RESULT_FILE, absentResultSchema, type AbsentResult } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/files';
import type { Submission } from '../attempt/submission.ts';
import type { Absent } from '../run/run-result.ts';
import type { CatalogEntry } from '../instance/instance-catalog.ts';

/** Why an agent has nothing to score on an instance; undefined where it has. */
export async function readAbsence(agentFolder: string): Promise<string | undefined> {
  const file = await readJsonFile(join(agentFolder, ABSENT_RESULT_FILE), absentResultSchema);
  return file.kind === 'valid' ? file.value.reason : undefined;
}

/**
 * Writes down which pairs of agent and instance have nothing to score, so that a report counts them as
 * absent. A pair that has something now loses an earlier note.
 */
export async function recordAbsent(
  runFolder: string,
  options: {
    readonly submissions: readonly Submission[];
    readonly entries: readonly CatalogEntry[];
  },
): Promise<readonly Absent[]> {
  const absent: Absent[] = [];
  for (const submission of options.submissions) {
    if (submission.absenceReason === undefined) continue;
    for (const { instance } of options.entries) {
      const reason = submission.absenceReason(instance.id);
      const path = join(runFolder, instance.id, submission.name, ABSENT_RESULT_FILE);
      if (reason === undefined) {
        await rm(path, { force: true });
        continue;
      }
      const record: AbsentResult = { schema: 1, reason };
      await writeFileAtomic(path, `${JSON.stringify(record)}\n`);
      absent.push({ instance: instance.id, agent: submission.name, reason });
    }
  }
  return absent;
}
