import type { ProgressEvent } from '@refbench/workspace';
import { terminalText } from './terminal-text.ts';

/** The output of one agent on one instance as complete lines that are safe for a terminal. */
export class OutputLines {
  private readonly tail: string | undefined;
  private rest = '';

  /** @param tail `agent@instance`; undefined shows nothing */
  constructor(tail: string | undefined) {
    this.tail = tail;
  }

  take(event: ProgressEvent, say: (line: string) => void): void {
    if (event.kind !== 'output' || this.tail !== `${event.agent}@${event.instance}`) return;
    const lines = `${this.rest}${event.text}`.split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) say(`${this.tail} | ${terminalText(line)}`);
  }
}
