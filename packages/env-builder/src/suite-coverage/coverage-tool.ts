import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { COVERAGE_FOLDER } from '@refbench/docker';

/** - `lcov`: tracefile of lcov. - `go`: profile of `go test`. - `jacoco`: XML report of JaCoCo. */
export type CoverageFormat = 'lcov' | 'go' | 'jacoco';

/** A program that records which lines of a tree a test suite executes. */
export interface CoverageTool {
  /** Name of the program, for reports. */
  readonly name: string;
  readonly format: CoverageFormat;
  /**
   * Folder with three scripts. `install.sh` runs as root with network and installs the program below
   * /opt/coverage. `shell.sh` is sourced after setup_shell.sh. `report.sh` runs after the suite, in
   * the tree, and writes the report to its argument.
   */
  readonly folder: string;
}

function tool(name: string, folder: string, format: CoverageFormat = 'lcov'): CoverageTool {
  return { name, format, folder: join(COVERAGE_FOLDER, folder) };
}

const NODE = tool('c8', 'node');
const GCC = tool('gcov', 'gcc');

const TOOLS: Readonly<Record<Instance['language'], CoverageTool>> = {
  javascript: NODE,
  typescript: NODE,
  python: tool('coverage.py', 'python'),
  go: tool('go cover', 'go', 'go'),
  java: tool('JaCoCo', 'java', 'jacoco'),
  rust: tool('llvm-cov', 'rust'),
  c: GCC,
  cpp: GCC,
};

/** Returns the program that measures suites of a language. */
export function coverageTool(language: Instance['language']): CoverageTool {
  return TOOLS[language];
}
