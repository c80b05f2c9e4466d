import { sumOf, type RuleFiles } from './witness-files.ts';

/** Maps each file of golden to the file of the patched tree that corresponds to it. */
export type FileRoles = ReadonlyMap<string, string>;

/** Significant lines that a tree adds, by new file. */
export type NewFiles = ReadonlyMap<string, number>;

/**
 * Matches the files of golden with files of the patched tree. Files with the same path match. All others
 * are paired greedily, one to one, by the number of witnesses that they share, weighted by rule. Ties are
 * broken by path.
 *
 * A new file of the patch can also hold what golden divides into several new files: files of golden that
 * are left match one that is already paired, as long as its new lines are enough for all of them.
 */
export function fileRoles(
  golden: RuleFiles,
  patched: RuleFiles,
  newFiles: { readonly golden: NewFiles; readonly patched: NewFiles },
): FileRoles {
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
        .filter((file) => !used.has(file) || newFiles.patched.has(file))
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
  const room = new Map(newFiles.patched);
  for (const [role, file] of roles) take(room, file, newFiles.golden.get(role) ?? 0);
  for (const { role, file } of pairs) {
    const needed = newFiles.golden.get(role);
    if (roles.has(role) || needed === undefined) continue;
    if ((room.get(file) ?? 0) < needed * REQUIRED_SHARE) continue;
    roles.set(role, file);
    take(room, file, needed);
  }
  return roles;
}

/** Golden's code may be written in fewer lines, down to this share. */
const REQUIRED_SHARE = 0.5;

function take(room: Map<string, number>, file: string, lines: number): void {
  room.set(file, (room.get(file) ?? 0) - lines * REQUIRED_SHARE);
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
