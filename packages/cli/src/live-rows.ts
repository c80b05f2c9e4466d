import type { ProgressEvent } from '@refbench/runner';
import { terminalText } from './terminal-text.ts';

interface Row {
  readonly since: number;
  readonly text: string;
}

/** What is under way, one row an instance or attempt, with the time since its phase began. */
export class LiveRows {
  private readonly rows = new Map<string, Row>();
  private readonly now: () => number;
  private planned = 0;
  private done = 0;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  apply(event: ProgressEvent): void {
    switch (event.kind) {
      case 'planned':
        this.planned = event.attempts;
        return;
      case 'preparing':
        this.set(event.instance, terminalText(event.message));
        return;
      case 'phase':
        this.rows.delete(event.instance);
        this.set(nameOf(event), event.phase);
        return;
      case 'scored':
        this.done += 1;
        this.rows.delete(nameOf(event.score));
        return;
      case 'failed':
        this.done += 1;
        this.rows.delete(event.instance);
        this.deleteAttempts(`${event.instance}  ${event.agent} #`);
    }
  }

  /** Lines, none wider than the terminal: a wrapped line would break the redrawing. */
  render(columns: number): string {
    const head = `${this.done}/${this.planned} done`;
    const lines = [...this.rows].map(
      ([name, row]) => `  ${name}  ${row.text}  ${elapsed(this.now() - row.since)}`,
    );
    return [head, ...lines].map((line) => line.slice(0, Math.max(columns - 1, 20))).join('\n');
  }

  private set(name: string, text: string): void {
    this.rows.set(name, { since: this.now(), text });
  }

  private deleteAttempts(prefix: string): void {
    for (const name of this.rows.keys()) if (name.startsWith(prefix)) this.rows.delete(name);
  }
}

/** An attempt, with the number of its repeat where there are several. */
function nameOf(attempt: {
  readonly instance: string;
  readonly agent: string;
  readonly attempt: number;
  readonly repeat?: number | undefined;
}): string {
  const repeat = attempt.repeat === undefined ? '' : `${attempt.repeat}.`;
  return `${attempt.instance}  ${attempt.agent} #${repeat}${attempt.attempt}`;
}

/** `4 s`, `2:05`, `1:02:05` */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
