import type { RulesetSide } from '@refbench/contracts';
import { invalidRules } from './invalid-rules.ts';
import { pathScope, type PathScope } from './path-scope.ts';

/** Where matches of an additive rule count, from `metadata.within`. */
export type Within =
  /** Files that base already had, under the same or another path. */
  | { readonly kind: 'base-files' }
  /** The same, and files that such a file imports, directly or through other new files. */
  | { readonly kind: 'reachable' }
  /** Paths that a glob matches. */
  | { readonly kind: 'paths'; readonly globs: readonly string[]; readonly scope: PathScope };

/**
 * Reads `within` of a rule's metadata.
 * @returns undefined if the rule has none, so its matches count everywhere
 * @throws SyntaxError with what is wrong
 */
export function withinOf(metadata: unknown, side: RulesetSide): Within | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('within' in metadata)) {
    return undefined;
  }
  const { within } = metadata;
  if (side === 'reductive') {
    // A reductive rule must vanish everywhere, so a limit would only make it easier to satisfy.
    throw new SyntaxError('only additive rules can have it; use "files" or "paths" instead');
  }
  if (within === 'base-files' || within === 'reachable') return { kind: within };
  const globs = typeof within === 'string' ? [within] : within;
  if (!Array.isArray(globs) || globs.length === 0 || !globs.every(isGlob)) {
    throw new SyntaxError(
      'use base-files, reachable, or globs with a "/", a "." or a "*", relative to the root',
    );
  }
  return { kind: 'paths', globs, scope: pathScope(globs, undefined) };
}

/**
 * Like `withinOf`, for the rule at a place.
 * @throws RefbenchError kind `invalid-file`, which names the place
 */
export function readWithin(
  metadata: unknown,
  side: RulesetSide,
  place: string,
): Within | undefined {
  try {
    return withinOf(metadata, side);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw invalidRules(place, `metadata.within: ${error.message}`);
    }
    throw error;
  }
}

/** The part of a rule's digest. Undefined leaves the digest of a rule without `within` as it was. */
export function withinMeaning(within: Within | undefined): string | readonly string[] | undefined {
  return within?.kind === 'paths' ? within.globs : within?.kind;
}

/** A single word is more likely a misspelled keyword than the name of a file. */
function isGlob(value: unknown): value is string {
  return typeof value === 'string' && /[/.*?[{]/.test(value) && !/^(?:\.?\/|!)/.test(value);
}
