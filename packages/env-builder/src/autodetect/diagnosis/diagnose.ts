import type { Adjustments } from '../draft/adjustments.ts';
import { applyFix, type Diagnosis, type KnownFailure } from './known-failure.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { missingFiles, missingSystemPackages } from './system-packages.ts';
import { missingTestPackages } from './test-packages.ts';
import { TOOLCHAIN_FAILURES } from './toolchain-failures.ts';

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
  const failures: readonly Found[] = [
    ...missing(system, 'are missing', { systemPackages: system }),
    ...missing(tests, 'are imported, but no manifest lists them', { testPackages: tests }),
    ...[...TOOLCHAIN_FAILURES, ...SURROUNDINGS].filter(({ message }) => message.test(log)),
    ...missing(files, 'are missing', { missingFiles: files }),
    ...missing(named, 'are submodules, whose files are not in the tree', { submodules: named }),
  ];
  return failures.flatMap(({ cause, fix }) => {
    const adjustments = applyFix(known, fix);
    const because = `the log shows that ${cause}`;
    return adjustments === undefined ? [] : [{ adjustments, because }];
  });
}

type Found = Omit<KnownFailure, 'message'>;

function missing(names: readonly string[], how: string, fix: Found['fix']): readonly Found[] {
  return names.length === 0 ? [] : [{ cause: `${names.join(', ')} ${how}`, fix }];
}

/** Whether a log names a path, or one below it. */
function namesPath(log: string, path: string): boolean {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w.-])${escaped}(?![\\w-])`, 'm').test(log);
}
