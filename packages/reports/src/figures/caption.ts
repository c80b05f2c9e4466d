import type { BuiltReport } from '../model/report-schema.ts';

/** Title with the origin below it: which runs a figure shows, by id and digest. */
export function caption(
  report: BuiltReport,
  text: string,
  ...remarks: readonly string[]
): { readonly text: string; readonly subtitle: string[] } {
  const draft = report.publishable ? [] : [`DRAFT: ${report.holes.length} result(s) are missing`];
  return { text, subtitle: [...remarks, ...draft, ...origins(report)] };
}

/** One line a source: `run koa-golden, sha256:0123456789ab`. */
function origins(report: BuiltReport): readonly string[] {
  return report.sources.map(
    ({ kind, id, digest }) => `${kind} ${id}, ${digest.slice(0, 'sha256:'.length + 12)}`,
  );
}

/** The sources with their whole digests. */
export function fullOrigins(report: BuiltReport): string {
  return report.sources.map(({ kind, id, digest }) => `${kind} ${id} ${digest}`).join('; ');
}
