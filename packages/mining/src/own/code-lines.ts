import { pathOfFile, type PatchFile, type ParsedPatch } from '@refbench/repos';
import { isForeign, isLock, isTestPath, type Languages } from '@refbench/code-facts';

/** Lines that stand together on one side of a diff: trimmed, without blank lines and comments. */
export type LineRun = readonly string[];

/** The changed lines of one file with code that people wrote. */
export interface CodeFile {
  readonly path: string;
  readonly isTest: boolean;
  readonly isMoved: boolean;
  readonly removed: readonly LineRun[];
  readonly added: readonly LineRun[];
  /** Changed lines that are blank or comments. */
  readonly comments: number;
}

const COMMENT = /^(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?:\s|$|!)|<!--|"""|''')/;

/** Returns the files of a patch with code, without generated code, data and lock files. */
export function codeFilesOf(patch: ParsedPatch, languages: Languages): readonly CodeFile[] {
  return patch.files.flatMap((file) => {
    const path = pathOfFile(file);
    const isCode = languages.of(path) !== undefined && !isForeign(path) && !isLock(path);
    return isCode ? [codeFileOf(file, path)] : [];
  });
}

function codeFileOf(file: PatchFile, path: string): CodeFile {
  const [removed, added] = [new Runs(), new Runs()];
  for (const hunk of file.hunks) {
    for (const { kind, text } of hunk.lines) {
      if (kind === 'removed') removed.add(text.toString('utf8'));
      else if (kind === 'added') added.add(text.toString('utf8'));
      else for (const runs of [removed, added]) runs.end();
    }
    for (const runs of [removed, added]) runs.end();
  }
  return {
    path,
    isTest: isTestPath(path),
    isMoved: file.change === 'renamed',
    removed: removed.all,
    added: added.all,
    comments: removed.comments + added.comments,
  };
}

class Runs {
  readonly all: string[][] = [];
  comments = 0;
  private open: string[] = [];

  add(line: string): void {
    const text = line.trim();
    if (text === '' || COMMENT.test(text)) this.comments += 1;
    else this.open.push(text);
  }

  end(): void {
    if (this.open.length > 0) this.all.push(this.open);
    this.open = [];
  }
}
