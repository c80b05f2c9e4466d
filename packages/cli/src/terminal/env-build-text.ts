import { join } from 'node:path';
import { RECIPE_FOLDER } from '@refbench/env-builder';
import type { EnvironmentBuild } from '@refbench/environments';
import type { CatalogEntry } from '@refbench/instances';
import { checkRecord, describeCheck } from './env-check-text.ts';

/** Formats the end of a build as text: for a rejected one every try, and what to do next. */
export function describeBuild({ instance, dir }: CatalogEntry, result: EnvironmentBuild): string {
  if (result.kind === 'unsupported') {
    const { reason, hint } = result.unsupported;
    return `unsupported: ${reason}\n  -> ${hint}`;
  }
  const fixed = result.fixes.map((fix) => `fixed: ${fix}`);
  const check = result.check === undefined ? [] : [describeCheck(result.check)];
  if (result.kind === 'admitted') return [...fixed, ...check].join('\n');
  // The validation names its reasons itself.
  const reasons = result.check === undefined ? result.reasons : [];
  return [
    ...result.tries.map(
      ({ fix, end }, at) => `try ${at + 1}${fix === undefined ? '' : ` (${fix})`}: ${end}`,
    ),
    ...fixed,
    ...(check.length > 0 ? check : ['not admitted']),
    ...reasons.map(({ what, hint }) => `${what}\n  -> ${hint}`),
    `the recipe of the best try is ${join(dir, RECIPE_FOLDER)}; after a correction, run: refbench env check ${instance.id}`,
  ].join('\n');
}

/** Formats the end of a build as JSON. */
export function buildRecord(entry: CatalogEntry, result: EnvironmentBuild): unknown {
  const { id } = entry.instance;
  if (result.kind === 'unsupported') return { instance: id, ...result };
  const { kind, draft, fixes, check } = result;
  return {
    ...(check === undefined ? {} : checkRecord(entry, check)),
    instance: id,
    kind,
    base_image: draft.baseImage,
    reasons: draft.reasons,
    fixes,
    ...(result.kind === 'rejected' ? { rejected: result.reasons, tries: result.tries } : {}),
  };
}
