import { commitKeys } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { compareAdmitted, type Admitted } from '../event-filter/event-filter.ts';
import { readShardRecords, isDone } from '../workspace/mine-folder.ts';
import { readShardFile, shardFile } from '../workspace/shard-file.ts';
import type { Rejection } from '../commit/rejection.ts';

export interface RejectedCommit {
  readonly repository: string;
  readonly number?: number | undefined;
  readonly golden?: string | undefined;
  readonly why: Rejection;
}

export interface Collected {
  readonly kept: readonly Admitted[];
  readonly rejected: readonly RejectedCommit[];
  /** Number of commits that still lack fields. */
  readonly incomplete: number;
}

/**
 * Collects the commits that the first stage admitted. Each commit occurs once. They are sorted as
 * in the paper and cut to the best.
 */
export async function collectAdmitted(folder: string, definition: Definition): Promise<Collected> {
  const seen = new Set<string>();
  const admitted: Admitted[] = [];
  const rejected: RejectedCommit[] = [];
  const waiting = new Set<string>();
  const answered = new Set<string>();
  const records = [...(await readShardRecords(folder)).values()];
  for (const { unit, coverage } of records.toSorted((a, b) => (a.unit < b.unit ? -1 : 1))) {
    if (!isDone(coverage)) continue;
    for await (const finding of readShardFile(shardFile(folder, unit))) {
      const { repository, number } = finding.kind === 'rejected' ? finding : finding.commit;
      const name = `${repository}#${number ?? ''}`;
      if (finding.kind === 'incomplete') waiting.add(name);
      else if (unit.startsWith('github-')) answered.add(name);
      if (finding.kind !== 'admitted') continue;
      const keys = commitKeys(finding.commit);
      const isKnown = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      if (isKnown)
        rejected.push(rejectCommit(finding, 'duplicate', `already found before ${unit}`));
      else admitted.push(finding);
    }
  }
  const incomplete = [...waiting].filter((name) => !answered.has(name)).length;
  const { keep } = definition.thresholds.first;
  const ordered = admitted.toSorted(compareAdmitted);
  for (const [at, finding] of ordered.slice(keep).entries()) {
    rejected.push(rejectCommit(finding, 'rank', `rank ${keep + at + 1}, only ${keep} are kept`));
  }
  return { kept: ordered.slice(0, keep), rejected, incomplete };
}

function rejectCommit(
  { commit: { repository, number, golden } }: Admitted,
  code: Rejection['code'],
  detail: string,
): RejectedCommit {
  return { repository, number, golden, why: { stage: 'first', code, detail } };
}
