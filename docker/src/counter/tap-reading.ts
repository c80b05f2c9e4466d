import { Parser, type Result } from 'tap-parser';
import type { TestOutcome } from './test-report.ts';

export interface TapPoint {
  readonly depth: number;
  readonly id: number;
  /** The titles of the subtests around it, and its own. */
  readonly titles: readonly string[];
  readonly outcome: TestOutcome;
}

export interface TapDocument {
  /** In the order of the lines: the points of a subtest come before their parent's. */
  readonly points: readonly TapPoint[];
  /** How many points the top level was to have. */
  readonly planned: number | undefined;
  readonly bailed: string | undefined;
  /** Comments of the top level, e.g. `tests 8`. */
  readonly comments: readonly string[];
  /** Lines of the top level that are no TAP. */
  readonly others: readonly OtherLine[];
}

/** A line that is no TAP. */
export interface OtherLine {
  readonly line: string;
  /** How many points stand before it. */
  readonly at: number;
  /** The test that it belongs to. */
  readonly title: string;
}

/**
 * Reads TAP 12 to 14 with the parser of node-tap.
 * @param titledByComments - Whether a comment begins a test, whose assertions follow it.
 */
export function readTap(text: string, titledByComments: boolean): TapDocument {
  const points: TapPoint[] = [];
  const comments: string[] = [];
  const others: OtherLine[] = [];
  let planned: number | undefined;
  let title = '';
  const listen = (parser: Parser, above: readonly string[]): void => {
    parser.on('child', (child: Parser) => listen(child, [...above, child.name]));
    parser.on('assert', (result: Result) => {
      const titles = [title, ...above].filter((one) => one !== '');
      points.push({ ...pointOf(result, titles), depth: above.length });
    });
  };
  const parser = new Parser();
  listen(parser, []);
  parser.on('plan', ({ start, end }: { readonly start: number; readonly end: number }) => {
    // The parser makes up a plan for a document without any line of TAP.
    if (parser.syntheticPlan) return;
    planned = Math.max(0, end - start + 1);
  });
  parser.on('comment', (comment: string) => {
    const said = comment.replace(/^#/, '').trim();
    comments.push(said);
    if (titledByComments && !/^(skip\b|$)/i.test(said)) title = said;
  });
  parser.on('extra', (text: string) => {
    for (const line of text.split('\n')) others.push({ line, at: points.length, title });
  });
  // The parser would read nothing behind it, but not every runner ends there.
  const bail = /^Bail out!(.*)$/m.exec(text);
  parser.end(bail === null ? text : text.replace(/^Bail out!.*$/gm, '#'));
  const bailed = bail === null ? undefined : (bail[1] || '').trim() || 'without a reason';
  return { points, planned, bailed, comments, others };
}

function pointOf(
  { ok, name, id, skip, todo }: Result,
  above: readonly string[],
): Omit<TapPoint, 'depth'> {
  const outcome = skip !== false || todo !== false ? 'skipped' : ok ? 'passed' : 'failed';
  return { id, titles: [...above, name || `test ${id}`], outcome };
}
