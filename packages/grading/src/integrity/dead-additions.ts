import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';
import { unusedFiles } from './unused-files.ts';

/**
 * Finds additive rules that match only in unused code: in new files that no other changed file
 * names, outside the project's source, or in code that does nothing, such as a branch that is never
 * taken. Suspect if a rule matches nowhere else. An unused file
 * in addition to real work is not a finding, because work in progress looks the same.
 */
export const deadAdditions: StaticCheck = ({ prepared, scan, strict, strictReference }) => {
  const additive = new Set(prepared.ruleset.additive.map(({ id }) => id));
  const filesOf = new Map<string, Set<string>>();
  const isIdle = new Set(strict.dead);
  const idle = new Set<string>();
  for (const witness of scan.witnesses) {
    const { rule, file } = witness;
    if (!additive.has(rule)) continue;
    // A match in code that does nothing counts as one in a file of its own, which is unused.
    const place = isIdle.has(witness) ? `${file}:${witness.start.line}` : file;
    if (place !== file) idle.add(place);
    filesOf.set(rule, (filesOf.get(rule) ?? new Set()).add(place));
  }
  const { golden, fullLines } = strictReference;
  const suspects = [...strict.state.added].filter((file) => !golden.tree.has(bytePath(file)));
  const before = [...fullLines].filter(
    ([file]) => strict.state.removed.has(file) || strict.state.written.has(file),
  );
  const unused = unusedFiles({
    candidates: suspects,
    changed: strict.state.lines,
    before: new Map(before),
  });
  return Promise.resolve(
    deadFindings(filesOf, new Set([...unused, ...strict.outsideSource, ...idle])),
  );
};

/**
 * @param filesOf files that each additive rule matches
 * @param dead unused files
 */
export function deadFindings(
  filesOf: ReadonlyMap<string, ReadonlySet<string>>,
  dead: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  const only = [...filesOf.values()].filter((files) => [...files].every((file) => dead.has(file)));
  if (only.length === 0) return [];
  const files = [...new Set(only.flatMap((own) => [...own]))];
  const detail = `${countOf(only.length, 'additive rule')} matched only in ${countOf(files.length, 'unused file')}`;
  return [
    findingAbout({ kind: 'dead-additions', severity: 'suspect', detail }, files.map(bytePath)),
  ];
}
