import type { ParsedPatch, PatchFile } from './patch-file.ts';
import { quoteName, type Quoting } from './quoted-name.ts';
import type { BytePath } from '../tree/tree.ts';

/**
 * Formats a patch in git's format with `a/` and `b/`. A patch of git with `--binary --full-index` is
 * reproduced byte for byte.
 */
export function formatPatch(patch: ParsedPatch): Buffer {
  return format(patch, 'as-git');
}

/**
 * Formats a patch for `git apply`. Git always gets a patch that we formatted, so that it reads
 * exactly the files and lines that we parsed. Git writes names such as `folder /file` without quotes
 * and then cannot read them.
 */
export function formatForApply(patch: ParsedPatch): Buffer {
  return format(patch, 'blanks-too');
}

function format(patch: ParsedPatch, quoting: Quoting): Buffer {
  return Buffer.concat(
    patch.files.flatMap((file) => [Buffer.from(header(file, quoting), 'latin1'), file.source.body]),
  );
}

/** Returns the part of a patch with the files that the predicate selects. */
export function selectFiles(patch: ParsedPatch, keep: (file: PatchFile) => boolean): ParsedPatch {
  return { kind: 'parsed', files: patch.files.filter((file) => keep(file)) };
}

function header(file: PatchFile, quoting: Quoting): string {
  const lines = file.source.format === 'git' ? gitLines(file, quoting) : [];
  if (file.hunks.length > 0) {
    lines.push(
      marker('---', 'a/', file.oldPath, quoting),
      marker('+++', 'b/', file.newPath, quoting),
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

function gitLines(file: PatchFile, quoting: Quoting): string[] {
  const { oldPath, newPath, oldMode, newMode, source } = file;
  const oldName = oldPath ?? newPath ?? ('' as BytePath);
  const newName = newPath ?? oldName;
  const lines = [
    `diff --git ${quoteName('a/', oldName, quoting)} ${quoteName('b/', newName, quoting)}`,
  ];
  if (file.change === 'added') lines.push(`new file mode ${newMode}`);
  else if (file.change === 'deleted') lines.push(`deleted file mode ${oldMode}`);
  else if (oldMode !== newMode) lines.push(`old mode ${oldMode}`, `new mode ${newMode}`);
  if (source.similarity !== undefined) lines.push(`similarity index ${source.similarity}%`);
  if (file.change === 'renamed' || file.change === 'copied') {
    const word = file.change === 'renamed' ? 'rename' : 'copy';
    lines.push(
      `${word} from ${quoteName('', oldName, quoting)}`,
      `${word} to ${quoteName('', newName, quoting)}`,
    );
  }
  if (source.index !== undefined) {
    const mode = oldMode !== undefined && oldMode === newMode ? ` ${oldMode}` : '';
    lines.push(`index ${source.index}${mode}`);
  }
  return lines;
}

/** Git adds a tab after a name with spaces, to separate it from a date. */
function marker(
  mark: string,
  prefix: string,
  path: BytePath | undefined,
  quoting: Quoting,
): string {
  if (path === undefined) return `${mark} /dev/null`;
  return `${mark} ${quoteName(prefix, path, quoting)}${path.includes(' ') ? '\t' : ''}`;
}
