import { stemOf } from '@refbench/rule-engine';

export interface UnusedFilesInput {
  /** New files. */
  readonly candidates: readonly string[];
  /** Text of all files that the patch changes or adds, one entry per line. */
  readonly changed: ReadonlyMap<string, readonly string[]>;
  /** Text of the changed and removed files on base. */
  readonly before: ReadonlyMap<string, readonly string[]>;
}

/** Names of modules that are imported by their folder. */
const FOLDER_MODULES = new Set(['index', 'mod', '__init__', 'main', 'lib']);

/**
 * Files that a runner of tests or benchmarks discovers, so that no other file needs to name them. Wider
 * than `isTestPath`, because a file that is missed here counts against the patch.
 */
const TEST_FILE =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e|benches|benchmarks?)(?:[/._-]|$)|^test_/i;

/** Declarations of names that other files can use, in common languages. */
const DECLARATION =
  /\b(?:class|interface|trait|struct|enum|type|func|function|def|fn|const|let|var|static|module|macro_rules!|record|object|val)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)/g;

const NAME = /[A-Za-z_$][\w$]*/g;

/**
 * Finds unused new files by their text: no other changed file names the file or anything that it
 * declares, neither now nor on base (users of moved code may need no change). Files that only
 * unused files use are unused as well.
 */
export function unusedFiles({ candidates, changed, before }: UnusedFilesInput): readonly string[] {
  const doubtful = new Set(candidates.filter((file) => !TEST_FILE.test(file)));
  const known = new Set([...before.values()].flatMap(namesIn));
  for (const [file, lines] of changed) {
    if (!doubtful.has(file)) for (const name of namesIn(lines)) known.add(name);
  }
  for (let found = true; found;) {
    found = false;
    for (const file of doubtful) {
      if (!ownNames(file, changed.get(file) ?? []).some((name) => known.has(name))) continue;
      doubtful.delete(file);
      for (const name of namesIn(changed.get(file) ?? [])) known.add(name);
      found = true;
    }
  }
  return [...doubtful];
}

/** Returns the words of a text and of the paths in it: `./dead-file.ts` contains `dead-file`. */
function namesIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => [...(line.match(NAME) ?? []), ...(line.match(/[\w$-]+/g) ?? [])]);
}

function ownNames(file: string, lines: readonly string[]): readonly string[] {
  const stem = stemOf(file);
  const folders = file.split('/').slice(0, -1);
  const module = FOLDER_MODULES.has(stem) ? (folders.at(-1) ?? stem) : stem;
  const declared = lines.flatMap((line) =>
    [...line.matchAll(DECLARATION)].map(([, name]) => name ?? ''),
  );
  // Short names such as `i` occur everywhere.
  return [module, ...declared.filter((name) => name.length > 3)];
}
