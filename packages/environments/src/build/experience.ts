import { NO_ADJUSTMENTS, type Adjustments } from '@refbench/env-builder';
import { symptoms, type Standing } from './fix-search.ts';

/** How a recipe failed. */
export interface Failure extends Pick<Standing, 'stage' | 'log'> {
  /** The id of the instance, which messages name. */
  readonly instance: string;
  /** The first reason against the recipe. */
  readonly reason: string;
}

/** What the environments of other commits of a repository have shown. Commits often need and lack the same. */
export class Experience {
  private readonly vain = new Set<string>();
  private readonly packages = new Set<string>();
  private readonly files = new Set<string>();

  /** Packages and files of the distribution that other commits needed, with which the first try starts. */
  get start(): Adjustments {
    return {
      ...NO_ADJUSTMENTS,
      systemPackages: [...this.packages],
      missingFiles: [...this.files],
    };
  }

  /** Remembers what got a recipe further. */
  learn({ systemPackages, missingFiles }: Adjustments): void {
    for (const name of systemPackages) this.packages.add(name);
    for (const path of missingFiles) this.files.add(path);
  }

  /** Whether guesses did not help against this failure. Each of them costs a build. */
  isHopeless(failure: Failure): boolean {
    return this.vain.has(signature(failure));
  }

  /** Remembers a failure against which guesses did not help. */
  addHopeless(failure: Failure): void {
    this.vain.add(signature(failure));
  }
}

/** Versions, times and sizes differ between commits. A reason alone says little where a suite ran. */
function signature({ stage, log, instance, reason }: Failure): string {
  const what = stage === 'unbuilt' ? reason : symptoms(log);
  return `${stage} ${what.replaceAll(instance, '').replaceAll(/[\d.]+/g, '')}`;
}
