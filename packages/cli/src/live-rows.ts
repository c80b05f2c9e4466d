import type { ProgressEvent } from '@refbench/runner';
import { attemptName } from './attempt-name.ts';
import { LastLine } from './last-line.ts';
import { terminalText } from './terminal-text.ts';

interface Row {
  readonly since: number;
  readonly text: string;
}

/** The current state of a run: one row per active instance or attempt, and the overall progress. */
export class LiveRows {
  private readonly rows = new Map<string, Row>();
  private readonly lines = new Map<string, LastLine>();
  private readonly costs = new Map<string, number>();
  private readonly now: () => number;
  private readonly start: number;
  private planned = 0;
  private done = 0;
  /** Attempts that this command finished. Only these allow an estimate of the remaining time. */
  private doneNow = 0;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
    this.start = now();
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
        this.set(attemptName(event), event.phase);
        return;
      case 'output': {
        const line = this.lines.get(attemptName(event)) ?? new LastLine();
        line.add(event.text);
        this.lines.set(attemptName(event), line);
        return;
      }
      case 'spent':
        this.costs.set(attemptName(event), event.usd);
        return;
      case 'scored':
        this.done += 1;
        if (!event.reused) this.doneNow += 1;
        this.drop(attemptName(event.score));
        return;
      case 'absent':
        this.done += 1;
        return;
      case 'failed':
        this.done += 1;
        this.rows.delete(event.instance);
        this.deleteAttempts(`${event.instance}  ${event.agent} #`);
    }
  }

  /**
   * Renders the rows. No line is wider than the terminal, because a wrapped line would break the
   * redrawing.
   */
  render(columns: number): string {
    const lines = [...this.rows.keys()].map((name) => `  ${this.describe(name)}`);
    return [this.head(), ...lines]
      .map((line) => line.slice(0, Math.max(columns - 1, 20)))
      .join('\n');
  }

  /** The overall progress: attempts, cost, elapsed time and, if known, the estimated remaining time. */
  head(): string {
    const past = this.now() - this.start;
    const costs = [...this.costs.values()];
    const usd = costs.reduce((sum, cost) => sum + cost, 0);
    const left = this.planned - this.done;
    const rest = this.doneNow > 0 && left > 0 ? (past / this.doneNow) * left : undefined;
    return [
      `${this.done}/${this.planned} done`,
      ...(costs.length === 0 ? [] : [`$${usd.toFixed(2)}`]),
      elapsed(past),
      ...(rest === undefined ? [] : [`about ${elapsed(rest)} left`]),
    ].join(', ');
  }

  /** The current state as one line, for a log. */
  heartbeat(): string {
    const rows = [...this.rows.keys()].map((name) => this.describe(name));
    return [this.head(), ...rows].join('; ');
  }

  private describe(name: string): string {
    const row = this.rows.get(name);
    if (row === undefined) return name;
    const usd = this.costs.get(name);
    const line = this.lines.get(name)?.text ?? '';
    return [
      name,
      row.text,
      elapsed(this.now() - row.since),
      ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
      ...(line === '' ? [] : [`| ${line}`]),
    ].join('  ');
  }

  private set(name: string, text: string): void {
    this.rows.set(name, { since: this.now(), text });
  }

  private drop(name: string): void {
    this.rows.delete(name);
    this.lines.delete(name);
  }

  private deleteAttempts(prefix: string): void {
    for (const name of [...this.rows.keys()]) if (name.startsWith(prefix)) this.drop(name);
  }
}

/** Formats a duration, e.g. `4 s`, `2:05` or `1:02:05`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
