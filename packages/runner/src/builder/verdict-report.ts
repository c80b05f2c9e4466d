import { countsText } from '@refbench/env-builder';
import type { CandidateVerdict } from './candidate.ts';

/** Size of the quoted log. The last lines usually show the cause. */
const LINES = 60;
const CHARACTERS = 8_000;

/** Formats a verdict for a builder, so that it can act on it. */
export function verdictReport(verdict: CandidateVerdict): string {
  if (verdict.kind === 'invalid') {
    return paragraphs(['NOT ADMITTED: the scripts are incomplete', ...verdict.reasons]);
  }
  const runs = (verdict.check?.observation.runs ?? []).map(
    ({ state, run, durationMs }) =>
      `${state}: ${countsText(run)} in ${(durationMs / 1000).toFixed(1)} s`,
  );
  if (verdict.kind === 'admitted') return paragraphs(['ADMITTED', ...runs]);
  const reasons = verdict.reasons.map(({ what, hint }) => `- ${what}\n  -> ${hint}`);
  const log = tail(verdict.log);
  return paragraphs([
    'NOT ADMITTED',
    ...runs,
    ...reasons,
    ...(log === '' ? [] : [`The end of the log:\n${log}`]),
  ]);
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}

function tail(log: string): string {
  return log.trimEnd().split('\n').slice(-LINES).join('\n').slice(-CHARACTERS);
}
