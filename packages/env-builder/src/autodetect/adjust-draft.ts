import { shellQuote } from '@refbench/base';
import type { Adjustments } from './draft/adjustments.ts';
import { editFiles } from './draft/edit-files.ts';
import { installFiles } from './draft/install-packages.ts';
import { fetchSubmodules, type PinnedSubmodule } from './draft/fetch-submodules.ts';
import { imagesOf } from './draft/image-choice.ts';
import type { RecipeDraft } from './draft/recipe-draft.ts';

/**
 * Applies to a draft what does not depend on its language: another image of the same family, commands
 * of the system, variables, files to remove, commands before the tests, and tests that do not count.
 * @param images - Image names in docker/images/images.yaml.
 * @param submodules - Those that the adjustments name.
 */
export function adjustDraft(
  draft: RecipeDraft,
  {
    toolchain,
    missingFiles,
    systemCommands,
    variables,
    preparation,
    excludedTests,
    unneeded,
  }: Adjustments,
  images: readonly string[],
  submodules: readonly PinnedSubmodule[] = [],
): RecipeDraft {
  const { files, edit } = editFiles(draft);
  const commands = [...installFiles(missingFiles), ...systemCommands];
  if (commands.length > 0) {
    edit('install_system.sh', (text) => {
      const strict = /^set -euo pipefail$/m.test(text) ? '' : 'set -euo pipefail\n';
      return `${text}${strict}${commands.join('\n')}\n`;
    });
  }
  if (submodules.length > 0) {
    edit('setup_shell.sh', (text) => atTop(text, fetchSubmodules(submodules)));
  }
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}=${shellQuote(value)}\n`,
  );
  if (exports.length > 0) edit('setup_shell.sh', (text) => atTop(text, exports.join('')));
  if (unneeded.length > 0) edit('setup_shell.sh', (text) => `${text}${removal(unneeded)}`);
  if (preparation.length > 0) {
    const lines = preparation.map((line) => `${line} </dev/null >&2 || true\n`).join('');
    edit('test_command', (text) => text.replace(/^run_suite <\/dev\/null$/m, `${lines}\n$&`));
  }
  const suite =
    draft.suite === undefined || excludedTests.length === 0
      ? draft.suite
      : { ...draft.suite, excluded_tests: [...excludedTests].sort() };
  return { ...draft, files, suite, ...neighbour(draft, toolchain, images) };
}

function removal(paths: readonly string[]): string {
  const files = paths.map((path) => `    "$HOME"/${shellQuote(path)}`).join(' \\\n');
  return `
if [ "\${REFBENCH_WARM:-}" = 1 ]; then
  # The build brought these files, which an image must not have. The tests run without them.
  rm -rf \\
${files}
fi
`;
}

/** Inserts lines after the comments at the start of a script. */
function atTop(text: string, lines: string): string {
  const heading = /^(?:#.*\n)*\n?/.exec(text)?.[0] ?? '';
  return `${heading}${lines}${text.slice(heading.length)}`;
}

function neighbour(
  { baseImage, oldestImage, reasons }: RecipeDraft,
  steps: number,
  images: readonly string[],
): Partial<RecipeDraft> {
  const family = /^(.+)-\d+(?:\.\d+)*$/.exec(baseImage)?.[1];
  if (steps === 0 || family === undefined) return {};
  const known = imagesOf(images, family).map(({ image }) => image);
  const at = known.indexOf(baseImage);
  const oldest = oldestImage === undefined ? 0 : Math.min(at, known.indexOf(oldestImage));
  const image = known[Math.min(known.length - 1, Math.max(oldest, at + steps))] ?? baseImage;
  if (image === baseImage) return {};
  const reason = { choice: image, because: `${baseImage} is too ${steps > 0 ? 'old' : 'new'}` };
  return { baseImage: image, reasons: [reason, ...reasons] };
}
