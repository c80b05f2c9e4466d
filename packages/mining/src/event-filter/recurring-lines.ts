/** A line that recurs less often may have been written anew each time. */
const MIN_TIMES = 5;
const MIN_SHARE = 0.01;

/** Counts the lines of a repository's messages, and finds those of its template. */
export class RecurringLines {
  private readonly times = new Map<string, number>();
  private messages = 0;
  private readonly isRelevant: (line: string) => boolean;

  /** @param isRelevant only these lines are counted, because most lines never matter */
  constructor(isRelevant: (line: string) => boolean) {
    this.isRelevant = isRelevant;
  }

  /** Adds the body of a message, without its title. */
  add(body: string): void {
    this.messages += 1;
    for (const line of new Set(body.split('\n').map(keyOf))) {
      if (line !== '' && this.isRelevant(line)) {
        this.times.set(line, (this.times.get(line) ?? 0) + 1);
      }
    }
  }

  /** Lines that occur in at least five messages and one percent of all. */
  recurring(): ReadonlySet<string> {
    const least = Math.max(MIN_TIMES, MIN_SHARE * this.messages);
    return new Set([...this.times].flatMap(([line, times]) => (times >= least ? [line] : [])));
  }
}

/** Removes lines from a text, whatever their case and indentation. */
export function withoutLines(body: string, lines: ReadonlySet<string>): string {
  if (lines.size === 0) return body;
  return body
    .split('\n')
    .filter((line) => !lines.has(keyOf(line)))
    .join('\n');
}

function keyOf(line: string): string {
  return line.trim().toLowerCase();
}
