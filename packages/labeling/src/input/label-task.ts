import { RefbenchError, type Labels } from '@refbench/contracts';
import { describeIssues, digestOf } from '@refbench/base';
import { z } from 'zod';
import type { Row } from './read-rows.ts';

/** A labelling task: an issue, the change that solved it, and the change of the tests. */
export interface LabelTask {
  readonly instance: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The commit before the change. */
  readonly base: string;
  readonly issue: string;
  /** Unified diff without tests. */
  readonly patch: string;
  /** Unified diff of the tests. */
  readonly testPatch: string;
  readonly subject: Labels['subject'];
}

/** Columns of SWE-bench and similar datasets. Further columns are ignored. */
const taskRowSchema = z.object({
  instance_id: z.string().trim().min(1).max(200),
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
  base_commit: z.string().regex(/^[0-9a-f]{40}$/, 'must be 40 hex digits'),
  problem_statement: z.string().min(1),
  patch: z.string().min(1),
  test_patch: z.string().nullish(),
});

/**
 * Reads labelling tasks from the rows of a dataset.
 * @param file the name of the file in error messages
 * @throws RefbenchError kind `invalid-file` for a missing column or a duplicate id
 */
export function tasksOfRows(rows: readonly Row[], file: string): readonly LabelTask[] {
  const seen = new Set<string>();
  return rows.map((row, at) => {
    const parsed = taskRowSchema.safeParse(row);
    if (!parsed.success) throw invalid(file, at, describeIssues(parsed.error));
    const {
      instance_id: instance,
      repo,
      base_commit: base,
      problem_statement,
      patch,
    } = parsed.data;
    if (seen.has(instance)) throw invalid(file, at, `instance_id "${instance}" occurs twice`);
    seen.add(instance);
    const testPatch = parsed.data.test_patch ?? '';
    return {
      instance,
      repository: repo,
      base,
      issue: problem_statement,
      patch,
      testPatch,
      subject: {
        issue: digestOf(problem_statement),
        change: digestOf({ repo, base, patch, testPatch }),
      },
    };
  });
}

/**
 * Returns the project of a row. If `repo` is missing, it is taken from the id, which is
 * `<owner>__<name>-<number>` in SWE-bench.
 */
export function projectOf(row: Row): string | undefined {
  const { repo, instance_id: id } = row;
  if (typeof repo === 'string' && repo !== '') return repo;
  const [, owner, name] = /^(.+?)__(.+)-[^-]+$/.exec(typeof id === 'string' ? id : '') ?? [];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
}

function invalid(file: string, at: number, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: row ${at + 1}: ${reason}`,
    hint: 'specify rows with instance_id, repo, base_commit, problem_statement, patch and test_patch',
  });
}
