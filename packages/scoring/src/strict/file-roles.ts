import { sumOf, type RuleFiles } from './witness-files.ts';

/** Maps each file of golden to the file of the patched tree that corresponds to it. */
export type FileRoles = ReadonlyMap<string, string>;

/**
 * Matches the files of golden with files of the patched tree, one to one. Files with the same path
 * match. All others are paired greedily by the number of witnesses that they share, weighted by rule.
 * Ties are broken by path.
 */
export function fileRoles(golden: RuleFiles, patched: RuleFiles): FileRoles {
  const goldenFiles = filesOf(golden);
  const patchedFiles = filesOf(patched);
  const roles = new Map(
    [...goldenFiles].filter((file) => patchedFiles.has(file)).map((file) => [file, file]),
  );
  const used = new Set(roles.values());
  const pairs = [...goldenFiles]
    .filter((file) => !roles.has(file))
    .flatMap((role) =>
      [...patchedFiles]
        .filter((file) => !used.has(file))
        .map((file) => ({ role, file, weight: sharedWitnesses(role, file, golden, patched) })),
    )
    .filter(({ weight }) => weight > 0)
    .sort(
      (left, right) =>
        right.weight - left.weight ||
        compare(left.role, right.role) ||
        compare(left.file, right.file),
    );
  for (const { role, file } of pairs) {
    if (roles.has(role) || used.has(file)) continue;
    roles.set(role, file);
    used.add(file);
  }
  return roles;
}

function filesOf(counts: RuleFiles): ReadonlySet<string> {
  return new Set([...counts.values()].flatMap((files) => [...files.keys()]));
}

function sharedWitnesses(
  role: string,
  file: string,
  golden: RuleFiles,
  patched: RuleFiles,
): number {
  return sumOf(
    [...golden].map(([rule, files]) => {
      const shared = Math.min(files.get(role) ?? 0, patched.get(rule)?.get(file) ?? 0);
      return shared === 0 ? 0 : shared / sumOf(files.values());
    }),
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
