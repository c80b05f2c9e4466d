import { phaseText, type ProgressEvent } from '@refbench/workspace';
import { attemptLabel, attemptName, type NumberedAttempt } from './attempt-name.ts';
import { LastLine } from './last-line.ts';
import { plainTable, terminalText } from './terminal-text.ts';

interface Row {
  readonly instance: string;
  /** Name and number of the attempt. Empty while the instance is prepared. */
  readonly agent: string;
  readonly since: number;
  readonly phase: string;
  /** Estimated duration of the phase. Null if it is unknown. */
  readonly expectedMs: number | null;
}

/** The current state of a run: one row per active instance or attempt, and the overall progress. */
export class LiveRows {
  private readonly rows = new Map<string, Row>();
  private readonly lines = new Map<string, LastLine>();
  private readonly costs = new Map<string, number>();
  private readonly now: () => number;
  private readonly start: number;
  private planned = 0;
  /** Estimated duration of the whole run, until attempts that ended allow a better estimate. */
  private expectedMs: number | undefined;
  private done = 0;
  /** Attempts with a score. One that is graded again is scored twice. */
  private readonly scored = new Set<string>();
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
        this.expectedMs = event.expected_ms ?? undefined;
        return;
      case 'preparing':
        this.step(event.instance, terminalText(event.message));
        return;
      case 'instance-phase':
        if (event.phase === 'ready') this.rows.delete(event.instance);
        else this.enter(event.instance, event.phase, event.expected_ms);
        return;
      case 'calibrated':
        this.rows.delete(event.instance);
        // Attempts that could not be graded again keep their scores.
        this.deleteAttempts(`${event.instance}  `);
        return;
      case 'phase':
        this.rows.delete(event.instance);
        // What the agent wrote last says nothing about what follows.
        this.lines.delete(attemptName(event));
        this.setAttempt(event, phaseText(event.phase), event.expected_ms ?? null);
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
      case 'scored': {
        const name = attemptName(event.score);
        this.drop(name);
        if (this.scored.has(name)) return;
        this.scored.add(name);
        this.done += 1;
        if (!event.reused) this.doneNow += 1;
        return;
      }
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
   * Renders a table with one row per active attempt. No line is wider than the terminal, because a
   * wrapped line would break the redrawing, and there are no more lines than it shows.
   */
  render(columns: number, lines: number = Number.POSITIVE_INFINITY): string {
    const room = Math.max(lines - 4, 1);
    const shown = [...this.rows].slice(0, room);
    const more = this.rows.size - shown.length;
    return [
      this.head(),
      ...(shown.length === 0 ? [] : this.table(shown).split('\n')),
      ...(more === 0 ? [] : [`  and ${more} more`]),
    ]
      .map((line) => line.slice(0, Math.max(columns - 1, 20)))
      .join('\n');
  }

  /** The overall progress: attempts, cost, elapsed time and, if known, rate and remaining time. */
  head(): string {
    const past = this.now() - this.start;
    const costs = [...this.costs.values()];
    const usd = costs.reduce((sum, cost) => sum + cost, 0);
    const left = this.planned - this.done;
    const rest = left > 0 ? this.restOf(past, left) : undefined;
    return [
      `${this.done}/${this.planned} done`,
      ...(costs.length === 0 ? [] : [`$${usd.toFixed(2)}`]),
      elapsed(past),
      ...(this.doneNow === 0 ? [] : [`${perHour(this.doneNow, past)} per hour`]),
      ...(rest === undefined ? [] : [`about ${elapsed(rest)} left`]),
    ].join(', ');
  }

  private restOf(past: number, left: number): number | undefined {
    if (this.doneNow > 0) return (past / this.doneNow) * left;
    if (this.expectedMs === undefined || this.expectedMs <= past) return undefined;
    return this.expectedMs - past;
  }

  /** The current state as one line, for a log. */
  heartbeat(): string {
    const rows = [...this.rows.keys()].map((name) => this.describe(name));
    return [this.head(), ...rows].join('; ');
  }

  private table(rows: readonly (readonly [string, Row])[]): string {
    const paid = rows.some(([name]) => this.costs.has(name));
    const head = ['  instance', 'agent', 'phase', 'time', ...(paid ? ['$'] : []), 'last output'];
    const cells = rows.map(([name, { instance, agent, phase, since, expectedMs }]) => [
      `  ${instance}`,
      agent,
      phase,
      timeOf(this.now() - since, expectedMs),
      ...(paid ? [this.costs.get(name)?.toFixed(2) ?? ''] : []),
      this.lines.get(name)?.text ?? '',
    ]);
    return plainTable([head, ...cells]);
  }

  private describe(name: string): string {
    const row = this.rows.get(name);
    if (row === undefined) return name;
    const usd = this.costs.get(name);
    const line = this.lines.get(name)?.text ?? '';
    return [
      name,
      row.phase,
      timeOf(this.now() - row.since, row.expectedMs),
      ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
      ...(line === '' ? [] : [`| ${line}`]),
    ].join('  ');
  }

  private setAttempt(attempt: NumberedAttempt, phase: string, expectedMs: number | null): void {
    const row = { instance: attempt.instance, agent: attemptLabel(attempt), phase, expectedMs };
    this.rows.set(attemptName(attempt), { ...row, since: this.now() });
  }

  /** The start of a phase of an instance, from which its time counts. */
  private enter(instance: string, phase: string, expectedMs: number | null): void {
    this.rows.set(instance, { instance, agent: '', phase, since: this.now(), expectedMs });
  }

  /** A step within the phase of an instance. */
  private step(instance: string, phase: string): void {
    const { since = this.now(), expectedMs = null } = this.rows.get(instance) ?? {};
    this.rows.set(instance, { instance, agent: '', phase, since, expectedMs });
  }

  private drop(name: string): void {
    this.rows.delete(name);
    this.lines.delete(name);
  }

  private deleteAttempts(prefix: string): void {
    for (const name of this.rows.keys()) if (name.startsWith(prefix)) this.drop(name);
  }
}

/** The time that a phase has taken, and what is left of its estimate. */
function timeOf(past: number, expectedMs: number | null): string {
  if (expectedMs === null || expectedMs <= past) return elapsed(past);
  return `${elapsed(past)}, ${elapsed(expectedMs - past)} left`;
}

/** Attempts per hour. A slow run has a digit after the point. */
function perHour(count: number, milliseconds: number): string {
  const rate = (count * 3_600_000) / Math.max(milliseconds, 1);
  return rate < 10 ? rate.toFixed(1) : rate.toFixed(0);
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
