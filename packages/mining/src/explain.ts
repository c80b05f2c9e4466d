import { RefbenchError } from '@refbench/contracts';
import { isDone, readShardRecords } from './workspace/mine-folder.ts';
import { readShardFile, shardFile } from './workspace/shard-file.ts';
import type { Finding } from './event-filter/event-filter.ts';
import { readMeasurements } from './rank/measure-all.ts';
import { readRanking, readRejected } from './rank/ranking-file.ts';
import { readCandidates, readPassedOver } from './select/candidate-file.ts';

/** One thing that happened to a commit, in the order of the stages. */
export interface ExplanationStep {
  readonly stage: 'found' | 'measured' | 'dropped' | 'ranked' | 'passed over' | 'candidate';
  readonly text: string;
}

/**
 * All that the folder knows of a commit: the beginning of its id (7 digits or more), or `owner/name#7`.
 * @throws RefbenchError kind `usage` where the name is neither
 */
export async function explainCommit(
  folder: string,
  name: string,
): Promise<readonly ExplanationStep[]> {
  const steps: ExplanationStep[] = [];
  const isIt = matcher(name);
  // What comes later knows a commit by its id alone.
  const goldens = new Set<string | undefined>();
  for (const { unit, coverage } of (await readShardRecords(folder)).values()) {
    if (!isDone(coverage)) continue;
    for await (const finding of readShardFile(shardFile(folder, unit))) {
      const subject = finding.kind === 'rejected' ? finding : finding.commit;
      if (!isIt(subject)) continue;
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
    if (!isIt(rejected)) continue;
    const { stage, code, detail } = rejected.why;
    steps.push({ stage: 'dropped', text: `${stage} stage, ${code}: ${detail}` });
  }
  for (const { rank, commit, score } of await readRanking(folder)) {
    if (!isIt(commit)) continue;
    steps.push({
      stage: 'ranked',
      text: `place ${rank} by ${score.scorer}, score ${score.score.toFixed(4)}`,
    });
  }
  for (const { why, ...commit } of await readPassedOver(folder)) {
    if (isIt(commit)) steps.push({ stage: 'passed over', text: `${why.code}: ${why.detail}` });
  }
  for (const candidate of await readCandidates(folder)) {
    if (!isIt(candidate)) continue;
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
      message: `${JSON.stringify(name)} names no commit`,
      hint: 'give the first 7 digits of its id or more, or owner/name#7 with the number of its pull request',
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
      return `waits for ${finding.missing.join(', ')} (refbench mine hydrate)`;
    case 'rejected':
      return `rejected, ${finding.why.code}: ${finding.why.detail}`;
  }
}
