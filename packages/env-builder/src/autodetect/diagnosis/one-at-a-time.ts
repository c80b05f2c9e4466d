import type { Language } from '../draft/recipe-draft.ts';

/** What makes test runners of a language run one test at a time. Empty if they do so anyway. */
const SERIAL: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  c: { REFBENCH_PROCESSES: '1' },
  cpp: { REFBENCH_PROCESSES: '1' },
  go: { GOFLAGS: '-p=1 -parallel=1' },
  java: {},
  javascript: { REFBENCH_PROCESSES: '1', VITEST_MAX_THREADS: '1', VITEST_MAX_FORKS: '1' },
  python: {},
  rust: { RUST_TEST_THREADS: '1' },
  typescript: { REFBENCH_PROCESSES: '1', VITEST_MAX_THREADS: '1', VITEST_MAX_FORKS: '1' },
};

/** Returns the variables by which the tests of a language run one at a time. */
export function oneAtATime(language: Language): Readonly<Record<string, string>> {
  return SERIAL[language];
}
