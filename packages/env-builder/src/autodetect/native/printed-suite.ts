import { recipeOf } from '../draft/recipe-of.ts';
import type { DetectorInput, RecipeDraft } from '../draft/recipe-draft.ts';
import { unionOf } from '../draft/tree-view.ts';
import { compilerImage } from './compiler-image.ts';
import { printedLines } from './printed-lines.ts';

interface PrintedSuite {
  readonly title: string;
  /** A command whose output is the report. */
  readonly command: string;
  /** Lines that run before it. */
  readonly prepare?: string;
  readonly report: string;
  readonly systemPackages?: readonly string[];
  readonly reasons: RecipeDraft['reasons'];
}

/** Drafts a recipe for a project in C or C++ whose suite has no report but what it prints. */
export async function printedSuite(
  input: DetectorInput,
  { title, command, prepare = '', report, systemPackages = [], reasons }: PrintedSuite,
): Promise<RecipeDraft> {
  const image = compilerImage(input);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [image.reason, ...reasons],
    ...(await recipeOf({
      systemPackages: unionOf(systemPackages, input.adjustments.systemPackages),
      shell: FLAGGED_COMPILERS,
      suite: {
        title,
        format: 'test-lines',
        run: `${ENTER_COPY}${prepare}${printedLines(`${command} 2>&1`, report)}return "$status"`,
        reports: [report],
      },
      programs: ['without-werror.sh'],
    })),
  };
}

/**
 * Lines for setup_shell.sh. A build that sets its own flags replaces those of the environment, even in the environment
 * of what it calls, so wrappers of the compilers know them. Builds run in a copy of the tree at `REFBENCH_BUILD`,
 * because they write next to the sources.
 */
const FLAGGED_COMPILERS = `export REFBENCH_BUILD=$HOME/build
refbench_compilers() {
  local folder=$HOME/.refbench-compilers scripts name found
  scripts=$(realpath -- "$(dirname -- "\${BASH_SOURCE[0]}")")
  mkdir -p "$folder"
  export PATH=\${PATH//"$folder:"/}
  for name in cc c++ gcc g++ clang clang++; do
    found=$(command -v "$name") || continue
    printf '#!/bin/bash\\nCFLAGS=%q CXXFLAGS=%q exec bash %s %s "$@"\\n' \\
      "\${CFLAGS:-}" "\${CXXFLAGS:-}" "$scripts/without-werror.sh" "$found" >"$folder/$name"
    chmod +x "$folder/$name"
  done
  export PATH=$folder:$PATH
}
refbench_compilers
`;

/** The line of a suite that enters the copy. */
export const ENTER_COPY =
  'rm -rf "$REFBENCH_BUILD" && cp -R . "$REFBENCH_BUILD" && cd "$REFBENCH_BUILD" || return\n';
