import type { DiffFile, DiffLine } from '@refbench/evidence';
import type { VNode } from 'preact';
import { plainText } from '../lib/format.ts';
import { pairLines } from '../lib/pair-lines.ts';
import type { LineTarget } from '../lib/line-target.ts';

interface Props {
  readonly file: DiffFile;
  readonly messages: ReadonlyMap<string, string>;
  readonly isSplit: boolean;
  readonly target: LineTarget | undefined;
}

const SIGNS = { context: ' ', added: '+', removed: '-' } as const;

/** The lines of one file, in one column or with old and new side by side. */
export function DiffLines({ file, messages, isSplit, target }: Props): VNode {
  const marked = (line: DiffLine | undefined): boolean =>
    line !== undefined &&
    target !== undefined &&
    (target.file === file.path || target.file === file.oldPath) &&
    line[target.side] === target.line;
  return (
    <div class="scroll" role="region" aria-label={`Diff of ${file.path}`} tabIndex={0}>
      <table class={isSplit ? 'lines split' : 'lines'}>
        {file.hunks.map((hunk) => (
          <tbody key={hunk.header}>
            <tr class="hunk">
              <td colSpan={isSplit ? 4 : 3}>{hunk.header}</td>
            </tr>
            {isSplit
              ? pairLines(hunk.lines).map(([old, now], index) => (
                  <SplitRow key={index} {...{ old, now, messages, marked }} />
                ))
              : hunk.lines.map((line, index) => (
                  <Row key={index} line={line} messages={messages} isTarget={marked(line)} />
                ))}
          </tbody>
        ))}
      </table>
      {file.truncated === 0 ? null : <p>{file.truncated} more lines are not shown.</p>}
    </div>
  );
}

function Row(props: {
  readonly line: DiffLine;
  readonly messages: ReadonlyMap<string, string>;
  readonly isTarget: boolean;
}): VNode {
  const { line, messages, isTarget } = props;
  return (
    <tr class={`${line.kind}${isTarget ? ' target' : ''}`}>
      <td class="at">{line.old ?? ''}</td>
      <td class="at">{line.new ?? ''}</td>
      <Code line={line} messages={messages} />
    </tr>
  );
}

function SplitRow(props: {
  readonly old: DiffLine | undefined;
  readonly now: DiffLine | undefined;
  readonly messages: ReadonlyMap<string, string>;
  readonly marked: (line: DiffLine | undefined) => boolean;
}): VNode {
  const { old, now, messages, marked } = props;
  return (
    <tr class={marked(old) || marked(now) ? 'target' : undefined}>
      <td class="at">{old?.old ?? ''}</td>
      <Code line={old} messages={messages} />
      <td class="at">{now?.new ?? ''}</td>
      <Code line={now} messages={messages} />
    </tr>
  );
}

function Code(props: {
  readonly line: DiffLine | undefined;
  readonly messages: ReadonlyMap<string, string>;
}): VNode {
  const { line, messages } = props;
  if (line === undefined) return <td class="nothing" />;
  return (
    <td class={`code ${line.kind}`}>
      <code>
        <span class="sign">{SIGNS[line.kind]}</span>
        {plainText(line.text)}
      </code>
      {(line.marks ?? []).map((mark) => (
        <span key={`${mark.rule}${mark.effect}`} class={`mark ${mark.effect}`}>
          {mark.effect}: {mark.rule} ({messages.get(mark.rule) ?? mark.side})
        </span>
      ))}
    </td>
  );
}
