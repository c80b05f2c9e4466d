import { countOf } from '@refbench/base';
import type { BuiltReport } from '../model/report-schema.ts';

/** Returns a title with a subtitle that names the sources of a figure by id and digest. */
export function caption(
  report: BuiltReport,
  text: string,
  ...remarks: readonly string[]
): { readonly text: string; readonly subtitle: string[] } {
  const draft = report.publishable
    ? []
    : [`DRAFT: ${countOf(report.holes.length, 'result')} missing`];
  return { text, subtitle: [...remarks, ...draft, ...origins(report)] };
}

/** Returns one line per source, e.g. `run koa-golden, sha256:0123456789ab`. */
function origins(report: BuiltReport): readonly string[] {
  return report.sources.map(
    ({ kind, id, digest }) => `${kind} ${id}, ${digest.slice(0, 'sha256:'.length + 12)}`,
  );
}

/** Returns the sources with their full digests. */
export function fullOrigins(report: BuiltReport): string {
  return report.sources.map(({ kind, id, digest }) => `${kind} ${id} ${digest}`).join('; ');
}
