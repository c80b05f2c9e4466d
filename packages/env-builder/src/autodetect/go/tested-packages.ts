import { makeCommands } from '../draft/makefile.ts';
import type { Reason } from '../draft/recipe-draft.ts';
import { shellCommands } from '../draft/shell-words.ts';
import { unionOf, type TreeView } from '../draft/tree-view.ts';

/** Make targets that separate unit tests from tests that need a daemon, a cluster or root. */
const UNIT_TARGETS = ['test-unit', 'unit-test', 'unit-tests', 'test.unit', 'unit', 'unittest'];

/** Package patterns for `go test` in the root module, and their source. */
export interface TestedPackages {
  readonly patterns: string;
  readonly reason: Reason;
}

/** The packages that the Makefile of either commit calls unit tests; otherwise all packages. */
export async function testedPackages(base: TreeView, golden: TreeView): Promise<TestedPackages> {
  const [before, after] = await Promise.all([base, golden].map(unitPackages));
  const patterns = unionOf(before?.patterns ?? [], after?.patterns ?? []);
  if (patterns.length === 0 || patterns.includes('./...')) {
    const reason = { choice: 'go test', because: 'it is the standard command for modules' };
    return { patterns: './...', reason };
  }
  const target = before?.target ?? after?.target ?? '';
  return {
    patterns: patterns.join(' '),
    reason: { choice: `go test ${patterns.join(' ')}`, because: `the Makefile's ${target}` },
  };
}

async function unitPackages(
  view: TreeView,
): Promise<{ readonly target: string; readonly patterns: readonly string[] } | undefined> {
  const makefile = (await view.read('Makefile')) ?? '';
  for (const target of UNIT_TARGETS) {
    const patterns = makeCommands(makefile, target)
      .flatMap(shellCommands)
      .filter((words) => words.some(({ text }) => text === 'test'))
      .flatMap((words) => words.flatMap(({ text }) => patternOf(text)));
    if (patterns.length > 0) return { target, patterns };
  }
  return undefined;
}

/** Matches `./pkg/...`, also after a variable for the root folder, as in `$(ROOT)/pkg/...`. */
function patternOf(word: string): readonly string[] {
  const path = /^(?:.*[)}]\/|\.\/)((?:[\w.-]+\/)*\.\.\.)$/.exec(word)?.[1];
  return path === undefined ? [] : [`./${path}`];
}
