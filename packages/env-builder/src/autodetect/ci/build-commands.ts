import { shellCommands, formatWords } from '../draft/shell-words.ts';
import type { Language } from '../draft/recipe-draft.ts';
import { linesByJob, type CiFacts } from './ci-files.ts';

/** What runs the tests of a language, by itself or through a tool. */
const TESTS: Partial<Readonly<Record<Language, RegExp>>> = {
  go: /\bgo test\b|\bgotestsum\b|\bginkgo\b|\bmake [\w-]*test/,
  python: /\bpytest\b|\bpy\.test\b|\bunittest\b|\btox\b|\bnox\b|\bmake [\w-]*test/,
  rust: /\bcargo (\+\S+ )?(test|nextest)\b|\bmake [\w-]*test/,
};

/** Commands that build or generate something in the tree. */
const BUILDS =
  /^(make|just|task|python3? setup\.py build(_ext)?|go (build|generate)|cargo build|cmake|((sh|bash) |\.\/)[\w./-]*(build|generate|codegen|compile|prepare)[\w-]*(\.sh|\.py)?)( |$)/;
const OTHERS =
  /docker|\bdocs?\b|lint|fmt|format|release|publish|push|login|deploy|\btests?\b|test-|check|cover|bench|install|clean|image|vendor|\$|wheel|sdist|node_modules|npm|windows|macos|cross/i;

/** More commands than this are a build of everything, not what tests need. */
const MAX_COMMANDS = 6;

/**
 * Returns what continuous integration builds in the tree before it runs the tests, as lines for a shell. Tests often
 * call what such commands make: programs, extension modules, generated sources.
 */
export function buildCommands({ steps }: CiFacts, language: Language): readonly string[] {
  const tests = TESTS[language];
  if (tests === undefined) return [];
  const atRoot = steps.filter(({ folder }) => folder === '.');
  for (const lines of linesByJob(atRoot).values()) {
    const at = lines.findIndex((line) => tests.test(line));
    const before = lines.slice(0, Math.max(0, at)).flatMap((line) =>
      shellCommands(line)
        .map(formatWords)
        .filter((text) => BUILDS.test(text) && !OTHERS.test(text)),
    );
    if (before.length > 0) return [...new Set(before)].slice(0, MAX_COMMANDS);
  }
  return [];
}
