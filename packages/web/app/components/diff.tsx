import type { AttemptView, DiffFile } from '@refbench/evidence';
import type { VNode } from 'preact';
import { counted } from '../lib/format.ts';
import { useEffect, useState } from 'preact/hooks';
import { DiffLines } from './diff-lines.tsx';
import { Fold } from './fold.tsx';
import type { LineTarget } from '../lib/line-target.ts';

interface Props {
  readonly files: readonly DiffFile[];
  readonly rules: AttemptView['rules'];
  readonly target: LineTarget | undefined;
}

/** Larger files are folded, so that a page with many of them opens at once. */
const MOST_OPEN_LINES = 400;
const MOST_OPEN_FILES = 12;

/** All files of a patch, with the matches of rules at their lines. */
export function Diff({ files, rules, target }: Props): VNode {
  const [isSplit, setSplit] = useState(false);
  const messages = new Map(rules.map(({ id, message }) => [id, message]));
  useEffect(() => {
    if (target === undefined) return;
    const line = document.querySelector('.diff .target');
    line?.scrollIntoView({ block: 'center' });
  }, [target?.file, target?.line, target?.side]);
  if (files.length === 0) return <p>The patch is empty.</p>;
  return (
    <section aria-label="Changed files" class="diff">
      <p class="tools">
        <span>{counted(files.length, 'file')}</span>
        <button type="button" aria-pressed={isSplit} onClick={() => setSplit(!isSplit)}>
          Side by side
        </button>
      </p>
      {files.map((file, index) => (
        <Fold
          key={file.path}
          open={
            isTarget(file, target) || (index < MOST_OPEN_FILES && sizeOf(file) <= MOST_OPEN_LINES)
          }
          summary={<FileSummary file={file} />}
        >
          {() => <DiffLines file={file} messages={messages} isSplit={isSplit} target={target} />}
        </Fold>
      ))}
    </section>
  );
}

function FileSummary({ file }: { readonly file: DiffFile }): VNode {
  const marks = file.hunks.flatMap(({ lines }) => lines.flatMap((line) => line.marks ?? []));
  const counts = (['gained', 'removed', 'left'] as const).map(
    (effect) => [effect, marks.filter((mark) => mark.effect === effect).length] as const,
  );
  return (
    <>
      <code>{file.oldPath === null ? file.path : `${file.oldPath} → ${file.path}`}</code>{' '}
      <span class="quiet-text">
        {file.status}, +{file.added} −{file.removed}
        {file.binary ? ', binary' : ''}
      </span>{' '}
      {counts.map(([effect, count]) =>
        count === 0 ? null : (
          <span key={effect} class={`mark-count ${effect}`}>
            {count} {effect}
          </span>
        ),
      )}
    </>
  );
}

function isTarget({ path, oldPath }: DiffFile, target: LineTarget | undefined): boolean {
  return target !== undefined && (target.file === path || target.file === oldPath);
}

function sizeOf({ hunks }: DiffFile): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}
