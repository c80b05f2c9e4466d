import type { Rule } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { reachableFiles } from './reachable-files.ts';
import { renamedFiles } from './renamed-files.ts';
import type { TreePair } from '../tree/tree-pair.ts';

/**
 * Removes matches outside the paths of `within`. The words `base-files` and `reachable` need base and
 * are left to `admitAgainstBase`.
 */
export function admitByPath(rules: readonly Rule[], result: ScanResult): ScanResult {
  const scopes = new Map(
    rules.flatMap(({ id, within }) => (within?.kind === 'paths' ? [[id, within.scope]] : [])),
  );
  if (scopes.size === 0) return result;
  const witnesses = result.witnesses.filter(
    ({ rule, file }) => scopes.get(rule)?.includes(file) ?? true,
  );
  return { ...result, witnesses };
}

/**
 * Removes matches in new files that do not satisfy `within: base-files` or `within: reachable` of
 * their rule. Nothing is read unless such a rule matches a new file.
 * @param result matches of the scanned tree, at least those in files that differ from base
 */
export async function admitAgainstBase(
  rules: readonly Rule[],
  result: ScanResult,
  pair: TreePair,
): Promise<ScanResult> {
  const kinds = new Map(
    rules.flatMap(({ id, within }) =>
      within === undefined || within.kind === 'paths' ? [] : [[id, within.kind]],
    ),
  );
  const limited = result.witnesses.filter(({ rule }) => kinds.has(rule));
  if (limited.length === 0) return result;
  const known = await pair.base.paths();
  const fresh = new Set(limited.map(({ file }) => file).filter((file) => !known.has(file)));
  if (fresh.size === 0) return result;
  const needsImports = limited.some(
    ({ rule, file }) => fresh.has(file) && kinds.get(rule) === 'reachable',
  );
  const added = new Set([...(await pair.after.paths())].filter((path) => !known.has(path)));
  const renamed = await renamedFiles(pair, added);
  const reached = needsImports ? await reachableFiles(pair.after, added, renamed) : renamed;
  const witnesses = result.witnesses.filter(({ rule, file }) => {
    const kind = kinds.get(rule);
    if (kind === undefined || !fresh.has(file)) return true;
    return (kind === 'reachable' ? reached : renamed).has(file);
  });
  return { ...result, witnesses };
}
