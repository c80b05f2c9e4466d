import type { BuiltReport } from '../model/report-schema.ts';

/**
 * Serialises a report as JSON, with one line per list entry. Yields pieces, because a million cells
 * exceed the string limit.
 */
export function* reportJson(report: BuiltReport): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(report) as [string, unknown][]) {
    yield `${before}${JSON.stringify(key)}:`;
    if (isList(value)) yield* listJson(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '}\n';
}

function* listJson(entries: Iterable<unknown>): Generator<string> {
  let before = '[\n';
  for (const entry of entries) {
    yield `${before}${JSON.stringify(entry)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
