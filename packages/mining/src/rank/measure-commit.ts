import { parsePatch, type History, type HistoryCommit } from '@refbench/repos';
import type { Definition } from '../event-filter/definition.ts';
import type { Languages } from '@refbench/code-facts';
import type { Rejection } from '../commit/rejection.ts';
import { measurePatch } from '../diff-filter/measures.ts';
import type { Measurement } from '../diff-filter/measurement.ts';

export interface MeasureTools {
  readonly definition: Definition;
  readonly languages: Languages;
}

/**
 * Measures the diff between a commit and its first parent. The base of the pull request is ignored.
 */
export async function measureCommit(
  history: History,
  repository: string,
  commit: HistoryCommit,
  { definition, languages }: MeasureTools,
): Promise<Measurement> {
  const { golden, base, paths } = commit;
  const reject = (code: Rejection['code'], detail: string): Measurement => ({
    kind: 'rejected',
    repository,
    golden,
    why: { stage: 'second', code, detail },
  });
  const { min_paths } = definition.thresholds.first;
  if (paths < min_paths) return reject('paths', `${paths} paths, fewer than ${min_paths}`);
  const diff = await history.renameDiff(base, golden);
  if ('missing' in diff) return reject('unreadable-diff', diff.missing);
  const patch = parsePatch(diff);
  if (patch.kind === 'rejected') return reject('unreadable-diff', patch.reason);
  const measures = measurePatch(patch, languages);
  return { kind: 'measured', repository, golden, base, paths, measures };
}
