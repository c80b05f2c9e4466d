import { RefbenchError } from '@refbench/contracts';
import { isDone, readShardRecords } from './workspace/mine-folder.ts';
import { readShardFile, shardFile } from './workspace/shard-file.ts';
import type { Finding } from './event-filter/event-filter.ts';
import { readMeasurements } from './rank/measure-all.ts';
import { readRanking, readRejected } from './rank/ranking-file.ts';
import { readCandidates, readPassedOver } from './select/candidate-file.ts';

/** One step of a commit through the stages, in their order. */
export interface ExplanationStep {
  readonly stage: 'found' | 'measured' | 'dropped' | 'ranked' | 'passed over' | 'candidate';
  readonly text: string;
}

/**
 * Returns everything that the folder contains about a commit.
 * @param name the first 7 or more digits of the commit id, or `owner/name#7` for a pull request
 * @throws RefbenchError kind `usage` if the name is neither
 */
export async function explainCommit(
  folder: string,
  name: string,
): Promise<readonly ExplanationStep[]> {
  const steps: ExplanationStep[] = [];
  const isMatch = matcher(name);
  // Measurements identify a commit only by its id.
  const goldens = new Set<string | undefined>();
  for (const { unit, coverage } of (await readShardRecords(folder)).values()) {
    if (!isDone(coverage)) continue;
    for await (const finding of readShardFile(shardFile(folder, unit))) {
      const subject = finding.kind === 'rejected' ? finding : finding.commit;
      if (!isMatch(subject)) continue;
      goldens.add(subject.golden);
      steps.push({ stage: 'found', text: `${unit}: ${describeFinding(finding)}` });
    }
  }
  for (const measurement of await readMeasurements(folder)) {
    if (measurement.kind === 'rejected' || !goldens.has(measurement.golden)) continue;
    const { files, code_files, added, removed, gzip_ratio, signals } = measurement.measures;
    const shares = Object.entries(signals).map(
      ([signal, share]) => `${signal} ${share.toFixed(2)}`,
    );
    const figures = `${files} files (${code_files} code), +${added} -${removed}, gzip ratio ${gzip_ratio.toFixed(3)}`;
    steps.push({ stage: 'measured', text: `${figures}; ${shares.join(', ')}` });
  }
  for (const rejected of await readRejected(folder)) {
    if (!isMatch(rejected)) continue;
    const { stage, code, detail } = rejected.why;
    steps.push({ stage: 'dropped', text: `${stage} stage, ${code}: ${detail}` });
  }
  for (const { rank, commit, score } of await readRanking(folder)) {
    if (!isMatch(commit)) continue;
    steps.push({
      stage: 'ranked',
      text: `place ${rank} by ${score.scorer}, score ${score.score.toFixed(4)}`,
    });
  }
  for (const { why, ...commit } of await readPassedOver(folder)) {
    if (isMatch(commit)) steps.push({ stage: 'passed over', text: `${why.code}: ${why.detail}` });
  }
  for (const candidate of await readCandidates(folder)) {
    if (!isMatch(candidate)) continue;
    steps.push({ stage: 'candidate', text: `number ${candidate.rank}, ${candidate.id}` });
  }
  return steps;
}

interface Subject {
  readonly repository: string;
  readonly number?: number | undefined;
  readonly golden?: string | undefined;
}

function matcher(name: string): (subject: Subject) => boolean {
  if (/^[0-9a-f]{7,40}$/.test(name)) return ({ golden }) => golden?.startsWith(name) === true;
  if (!/^[^/\s]+\/[^/\s]+#\d+$/.test(name)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${JSON.stringify(name)} is not a valid commit or pull request`,
      hint: 'specify at least the first 7 digits of the commit id, or a pull request as owner/name#7',
    });
  }
  const wanted = name.toLowerCase();
  return ({ repository, number }) => `${repository.toLowerCase()}#${number ?? ''}` === wanted;
}

function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'admitted': {
      const { strong, weak } = finding.keywords;
      return `admitted with ${strong} strong and ${weak} weak keywords: ${finding.commit.title ?? ''}`;
    }
    case 'incomplete':
      return `incomplete: ${finding.missing.join(', ')} missing (run refbench mine hydrate)`;
    case 'rejected':
      return `rejected, ${finding.why.code}: ${finding.why.detail}`;
  }
}
