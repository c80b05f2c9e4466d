import { z } from 'zod';

const checkSchema = z.strictObject({
  name: z.string(),
  result: z.enum(['passed', 'failed', 'skipped']),
  /** What was seen, one line each. A failure names the file and the reason. */
  evidence: z.array(z.string()).readonly(),
});

/** The result of `refbench leaderboard verify`. */
export const verificationSchema = z.strictObject({
  /** True if no check failed. */
  accepted: z.boolean(),
  /** Name of the run. Null if the bundle could not be read. */
  run: z.string().nullable(),
  checks: z.array(checkSchema).readonly(),
});

/** One check of a submission. */
export type Check = z.infer<typeof checkSchema>;
export type Verification = z.infer<typeof verificationSchema>;

const MOST_LINES = 20;

/** A check that passes if nothing is wrong. */
export function check(name: string, problems: readonly string[], passed: string): Check {
  if (problems.length === 0) return { name, result: 'passed', evidence: [passed] };
  const left = problems.length - MOST_LINES;
  const evidence = problems.slice(0, MOST_LINES);
  return {
    name,
    result: 'failed',
    evidence: left > 0 ? [...evidence, `and ${left} more`] : evidence,
  };
}

/** Renders a verification for a pull request. */
export function verificationMarkdown({ accepted, run, checks }: Verification): string {
  const cell = (text: string): string =>
    text
      .replaceAll(/[\r\n]+/g, ' ')
      .replaceAll(/[\\|`*_<>[\]@#]/g, (one) => `\\${one}`)
      .slice(0, 300);
  return [
    `## Submission ${run === null ? '' : cell(run)}: ${accepted ? 'accepted' : 'refused'}`,
    '',
    '| check | result | evidence |',
    '|---|---|---|',
    ...checks.map(
      ({ name, result, evidence }) =>
        `| ${name} | ${result} | ${evidence.map(cell).join('<br>')} |`,
    ),
    '',
  ].join('\n');
}
