import { isDeepStrictEqual } from 'node:util';
import type { Adjustments } from '../draft/adjustments.ts';
import { GO_FAILURES } from './go-failures.ts';
import { applyFailure, applyFix, type Diagnosis } from './known-failure.ts';
import { MISSING_RELEASES } from './missing-releases.ts';
import { NATIVE_FAILURES } from './native-failures.ts';
import { NODE_FAILURES } from './node-failures.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { missingFiles, missingSystemPackages } from './system-packages.ts';
import { missingTestPackages } from './test-packages.ts';
import { TOOLCHAIN_FAILURES } from './toolchain-failures.ts';

/** The most fundamental causes come first. */
const TABLES = [
  TOOLCHAIN_FAILURES,
  NATIVE_FAILURES,
  GO_FAILURES,
  NODE_FAILURES,
  MISSING_RELEASES,
  SURROUNDINGS,
] as const;

/**
 * Searches the log of an attempt for failures with a known fix, and returns one diagnosis for each that
 * is new, the most fundamental first. The result depends only on the arguments, so the same log always
 * leads to the same next attempt.
 * @param own - Names that the tree itself defines. Modules with these names cannot be installed.
 * @param submodules - Paths of all submodules of the tree, which only holds their commits. Tests often read their
 *   data there.
 */
export function diagnoses(
  log: string,
  known: Adjustments,
  own: ReadonlySet<string>,
  submodules: readonly string[] = [],
): readonly Diagnosis[] {
  const system = missingSystemPackages(log, own).filter(
    (name) => !known.systemPackages.includes(name),
  );
  const tests = missingTestPackages(log, own).filter((name) => !known.testPackages.includes(name));
  const files = missingFiles(log, own).filter((path) => !known.missingFiles.includes(path));
  const named = submodules.filter(
    (path) => !known.submodules.includes(path) && namesPath(log, path),
  );
  const found = (failures: readonly Found[]): readonly Diagnosis[] =>
    failures.flatMap(({ cause, fix }) => diagnosisOf(cause, applyFix(known, fix)));
  const listed = TABLES.flat().flatMap((failure) =>
    diagnosisOf(failure.cause, applyFailure(known, failure, log)),
  );
  const wanted = missing(named, 'are submodules, whose files are not in the tree', {
    submodules: named,
  });
  const all = [
    ...found([
      ...(ASKS_FOR_SUBMODULES.test(log) ? wanted : []),
      ...missing(system, 'are missing', { systemPackages: system }),
      ...missing(tests, 'are imported, but no manifest lists them', { testPackages: tests }),
    ]),
    ...listed,
    ...found([...missing(files, 'are missing', { missingFiles: files }), ...wanted]),
  ];
  // Several messages may lead to the same fix.
  return all.filter(
    (one, index) =>
      all.findIndex((other) => isDeepStrictEqual(other.adjustments, one.adjustments)) === index,
  );
}

function diagnosisOf(cause: string, adjustments: Adjustments | undefined): readonly Diagnosis[] {
  return adjustments === undefined ? [] : [{ adjustments, because: `the log shows that ${cause}` }];
}

/** What a log names as missing, and the fix for it. */
interface Found {
  readonly cause: string;
  readonly fix: Partial<Adjustments>;
}

function missing(names: readonly string[], how: string, fix: Found['fix']): readonly Found[] {
  return names.length === 0 ? [] : [{ cause: `${names.join(', ')} ${how}`, fix }];
}

/** What a project says if its submodules are missing. Whatever else fails then follows from that. */
const ASKS_FOR_SUBMODULES =
  /git submodule (?:update|init)|(?:fetch|missing|initiali[sz]ed?) (?:the )?(?:git )?submodules|--recurse-submodules/i;

/** Whether a log names a path, or one below it. */
function namesPath(log: string, path: string): boolean {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w.-])${escaped}(?![\\w-])`, 'm').test(log);
}
