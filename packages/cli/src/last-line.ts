import { terminalText } from './terminal-text.ts';

/** Kept of a line that has not ended: more would not be shown. */
const MAX_CHARACTERS = 20_000;
const MOST_SHOWN = 120;

/** The last line with something in it of a text that comes in pieces. */
export class LastLine {
  private rest = '';
  private last = '';

  add(text: string): void {
    const lines = `${this.rest}${text}`.split('\n');
    this.rest = (lines.pop() ?? '').slice(-MAX_CHARACTERS);
    const full = lines.findLast((line) => line.trim() !== '');
    if (full !== undefined) this.last = full;
  }

  /** Safe for a terminal, and short. */
  get text(): string {
    const line = this.rest.trim() === '' ? this.last : this.rest;
    return terminalText(readable(line)).slice(0, MOST_SHOWN);
  }
}

/** Clients write JSON events: of these, the words that a person wants. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return line;
  }
  return wordsOf(event) ?? line;
}

const TELLING = ['command', 'text', 'file_path', 'path', 'name', 'result', 'message'];

/** The first telling text, looked for level by level. */
function wordsOf(event: unknown): string | undefined {
  let level: readonly unknown[] = [event];
  while (level.length > 0) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    for (const key of TELLING) {
      for (const object of objects) {
        const value: unknown = Reflect.get(object, key);
        if (typeof value === 'string' && value.trim() !== '') return value;
      }
    }
    level = objects.flatMap((object): unknown[] => Object.values(object));
  }
  return undefined;
}
