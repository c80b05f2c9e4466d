import { join } from 'node:path';
import { labelsSchema, RefbenchError, type Labels } from '@refbench/contracts';
import { canonicalJson, writeJsonFile, readOptionalJson } from '@refbench/base';
import { labelsOf, recomputed } from './consensus/labels-of-votes.ts';

const HINT = 'label the instance again: refbench label run, or refbench label review';

const fileOf = (instanceDir: string): string => join(instanceDir, 'labels.json');

/**
 * Reads labels.json of an instance. Returns undefined if the file does not exist.
 * @throws RefbenchError `invalid-file` if it is malformed, or if its labels contradict its votes
 */
export async function readInstanceLabels(instanceDir: string): Promise<Labels | undefined> {
  const path = fileOf(instanceDir);
  const stored = await readOptionalJson(path, labelsSchema, HINT);
  if (stored === undefined) return undefined;
  if (canonicalJson(recomputed(stored)) === canonicalJson(stored)) return stored;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: its labels do not follow from its votes`,
    hint: HINT,
  });
}

export async function writeInstanceLabels(instanceDir: string, labels: Labels): Promise<string> {
  await writeJsonFile(fileOf(instanceDir), labels);
  return fileOf(instanceDir);
}

/** Combines new votes of models with earlier votes of people on the same text and change. */
export function keepVotesOfPeople(fresh: Labels, stored: Labels | undefined): Labels {
  if (stored === undefined || canonicalJson(fresh.subject) !== canonicalJson(stored.subject)) {
    return fresh;
  }
  const votes = (criterion: 'issue' | 'tests' | 'effort'): Labels['issue']['votes'] => [
    ...fresh[criterion].votes,
    ...stored[criterion].votes.filter(({ kind }) => kind === 'person'),
  ];
  return labelsOf(
    fresh,
    { issue: votes('issue'), tests: votes('tests'), effort: votes('effort') },
    {
      issue: stored.issue.decision,
      tests: stored.tests.decision,
      effort: stored.effort.decision,
    },
  );
}
