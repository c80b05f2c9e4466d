import { createLogUpdate } from 'log-update';
import type { ProgressEvent, ProgressListener } from '@refbench/runner';
import { LiveRows } from './live-rows.ts';
import { progressLine } from './progress-line.ts';

/** Shows a run; disposing leaves the terminal as a person expects it. */
export interface RunView extends Disposable {
  readonly listener: ProgressListener;
  /** A line between the others, such as what Ctrl-C did. */
  say(message: string): void;
}

/** Live rows on a terminal, plain lines in a pipe, JSON lines on standard output with `--json`. */
export function runView(json: boolean): RunView {
  if (json) return jsonView();
  return process.stderr.isTTY ? liveView(process.stderr) : plainView();
}

function jsonView(): RunView {
  return {
    listener: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
    say: (message) => process.stderr.write(`${message}\n`),
    [Symbol.dispose]: () => undefined,
  };
}

function plainView(): RunView {
  const say = (message: string): void => void process.stderr.write(`${message}\n`);
  return {
    listener: (event) => {
      const line = progressLine(event);
      if (line !== undefined) say(line);
    },
    say,
    [Symbol.dispose]: () => undefined,
  };
}

function liveView(stream: NodeJS.WriteStream): RunView {
  const rows = new LiveRows();
  const update = createLogUpdate(stream);
  const draw = (): void => update(rows.render(stream.columns));
  const timer = setInterval(draw, 500);
  const say = (message: string): void => {
    update.clear();
    stream.write(`${message}\n`);
    draw();
  };
  return {
    listener: (event) => {
      rows.apply(event);
      if (isLasting(event)) say(progressLine(event) ?? '');
      else draw();
    },
    say,
    [Symbol.dispose]() {
      clearInterval(timer);
      update.clear();
      update.done();
    },
  };
}

/** What stays on the screen above the live rows. */
function isLasting(event: ProgressEvent): boolean {
  return event.kind === 'planned' || event.kind === 'scored' || event.kind === 'failed';
}
