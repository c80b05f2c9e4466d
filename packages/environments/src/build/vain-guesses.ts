import { symptoms, type Standing } from './fix-search.ts';

/** How a recipe failed. */
export interface Failure extends Pick<Standing, 'stage' | 'log'> {
  /** The id of the instance, which messages name. */
  readonly instance: string;
  /** The first reason against the recipe. */
  readonly reason: string;
}

/**
 * Remembers failures that no guess could help. Commits of one repository often fail for the same reason, and each
 * guess costs a build.
 */
export class VainGuesses {
  private readonly known = new Set<string>();

  has(failure: Failure): boolean {
    return this.known.has(signature(failure));
  }

  add(failure: Failure): void {
    this.known.add(signature(failure));
  }
}

/** Versions, times and sizes differ between commits. A reason alone says little where a suite ran. */
function signature({ stage, log, instance, reason }: Failure): string {
  const what = stage === 'unbuilt' ? reason : symptoms(log);
  return `${stage} ${what.replaceAll(instance, '').replaceAll(/[\d.]+/g, '')}`;
}
