import { sumOf, type RuleFiles } from './witness-files.ts';

/** Which file of the patched tree plays the role of which file of golden: golden's path -> the patch's. */
export type FileRoles = ReadonlyMap<string, string>;

/**
 * One role for each file, one file for each role. A file at golden's path has golden's role; the
 * others are paired by how many rules' witnesses they share, best pair first, equal ones by path.
 */
export function fileRoles(golden: RuleFiles, patched: RuleFiles): FileRoles {
  const wanted = filesOf(golden);
  const offered = filesOf(patched);
  const roles = new Map(
    [...wanted].filter((file) => offered.has(file)).map((file) => [file, file]),
  );
  const taken = new Set(roles.values());
  const pairs = [...wanted]
    .filter((file) => !roles.has(file))
    .flatMap((role) =>
      [...offered]
        .filter((file) => !taken.has(file))
        .map((file) => ({ role, file, worth: sharedWitnesses(role, file, golden, patched) })),
    )
    .filter(({ worth }) => worth > 0)
    .sort(
      (left, right) =>
        right.worth - left.worth ||
        compare(left.role, right.role) ||
        compare(left.file, right.file),
    );
  for (const { role, file } of pairs) {
    if (roles.has(role) || taken.has(file)) continue;
    roles.set(role, file);
    taken.add(file);
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
