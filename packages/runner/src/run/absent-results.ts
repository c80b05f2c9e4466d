import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ABSENT_RESULT_FILE, absentResultSchema, type AbsentResult } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/base';
import type { Submission } from '../submission/submission.ts';
import type { Absent } from './run-result.ts';
import type { CatalogEntry } from '@refbench/instances';

/** Reads why an agent has nothing to score on an instance; undefined if it has a patch. */
export async function readAbsence(agentFolder: string): Promise<string | undefined> {
  const file = await readJsonFile(join(agentFolder, ABSENT_RESULT_FILE), absentResultSchema);
  return file.kind === 'valid' ? file.value.reason : undefined;
}

/**
 * Records which agents have nothing to score on which instances, so that reports count them as
 * absent. Outdated records are removed.
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
      const record: AbsentResult = {
        schema: 1,
        reason,
        ...(instance.no_tests === undefined ? {} : { no_tests: true }),
      };
      await writeFileAtomic(path, `${JSON.stringify(record)}\n`);
      absent.push({ instance: instance.id, agent: submission.name, reason });
    }
  }
  return absent;
}
