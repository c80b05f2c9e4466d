import { terminalText } from './terminal-text.ts';

/** Maximum characters kept of an unfinished line. */
const MAX_CHARACTERS = 20_000;
const MAX_SHOWN = 120;

/** The last non-empty line of a text that arrives in pieces. */
export class LastLine {
  private rest = '';
  private last = '';

  add(text: string): void {
    const lines = `${this.rest}${text}`.split('\n');
    this.rest = (lines.pop() ?? '').slice(-MAX_CHARACTERS);
    const full = lines.findLast((line) => line.trim() !== '');
    if (full !== undefined) this.last = full;
  }

  /** The line, shortened and safe for a terminal. */
  get text(): string {
    const line = this.rest.trim() === '' ? this.last : this.rest;
    return terminalText(readable(line)).slice(0, MAX_SHOWN);
  }
}

/** Extracts readable text from the JSON events that agent clients write. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return line;
  }
  return readableText(event) ?? line;
}

const READABLE_KEYS = ['command', 'text', 'file_path', 'path', 'name', 'result', 'message'];

/** Searches the event level by level for the first readable text. */
function readableText(event: unknown): string | undefined {
  let level: readonly unknown[] = [event];
  while (level.length > 0) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    for (const key of READABLE_KEYS) {
      for (const object of objects) {
        const value: unknown = Reflect.get(object, key);
        if (typeof value === 'string' && value.trim() !== '') return value;
      }
    }
    level = objects.flatMap((object): unknown[] => Object.values(object));
  }
  return undefined;
}
