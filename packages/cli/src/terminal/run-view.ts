import { createLogUpdate } from 'log-update';
import type { ProgressEvent, ProgressListener } from '@refbench/workspace';
import { LiveRows } from './live-rows.ts';
import { progressLine } from './progress-line.ts';
import { OutputLines } from './output-lines.ts';

/** Shows the progress of a run. Disposing restores the terminal. */
export interface RunView extends Disposable {
  readonly listener: ProgressListener;
  /** Prints a line, for example the effect of Ctrl-C. */
  say(message: string): void;
}

export interface RunViewOptions {
  readonly json: boolean;
  /** `agent@instance` whose output is shown as it arrives. */
  readonly tail?: string | undefined;
}

const HEARTBEAT_MS = 60_000;

/** Live rows on a terminal, plain lines in a pipe, JSON lines on standard output with `--json`. */
export function runView({ json, tail }: RunViewOptions): RunView {
  const output = new OutputLines(tail);
  if (json) return pipedView(output, (event) => jsonLine(event, tail));
  return process.stderr.isTTY
    ? liveView(process.stderr, output)
    : pipedView(output, (event) => sayEvent(event));
}

function sayLine(message: string): void {
  process.stderr.write(`${message}\n`);
}

function sayEvent(event: ProgressEvent): void {
  const line = progressLine(event);
  if (line !== undefined) sayLine(line);
}

/** Prints an event as JSON. The output of an agent is only printed if `--tail` selects it. */
function jsonLine(event: ProgressEvent, tail: string | undefined): void {
  if (event.kind === 'output' && tail !== `${event.agent}@${event.instance}`) return;
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Prints one line per event, and a heartbeat once per minute. */
function pipedView(output: OutputLines, show: (event: ProgressEvent) => void): RunView {
  const rows = new LiveRows();
  const timer = setInterval(() => sayLine(rows.heartbeat()), HEARTBEAT_MS);
  return {
    listener: (event) => {
      rows.apply(event);
      output.take(event, sayLine);
      show(event);
    },
    say: sayLine,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function liveView(stream: NodeJS.WriteStream, output: OutputLines): RunView {
  const rows = new LiveRows();
  const update = createLogUpdate(stream);
  const draw = (): void => update(rows.render(stream.columns, stream.rows));
  const timer = setInterval(draw, 500);
  const say = (message: string): void => {
    update.clear();
    stream.write(`${message}\n`);
    draw();
  };
  return {
    listener: (event) => {
      rows.apply(event);
      output.take(event, say);
      if (isLasting(event)) say(progressLine(event) ?? '');
      else if (event.kind !== 'output') draw();
    },
    say,
    [Symbol.dispose]() {
      clearInterval(timer);
      update.clear();
      update.done();
    },
  };
}

/** Whether an event stays on the screen above the live rows. */
function isLasting({ kind }: ProgressEvent): boolean {
  return kind === 'planned' || kind === 'scored' || kind === 'failed' || kind === 'absent';
}
