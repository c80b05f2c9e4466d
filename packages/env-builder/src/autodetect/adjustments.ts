/**
 * Corrections that follow from failed attempts. Each is a known fix for a known failure, and
 * detectors apply it to the next draft.
 */
export interface Adjustments {
  /** Packages of the distribution that were missing in a build. */
  readonly systemPackages: readonly string[];
  /** Packages of the ecosystem's registry that tests import but no manifest lists. */
  readonly testPackages: readonly string[];
  /** Whether install scripts of packages must run. Recipes skip them by default. */
  readonly installScripts: boolean;
  /**
   * Whether to use the current versions of packages, because the registry does not provide publication
   * dates.
   */
  readonly undated: boolean;
}

export const NO_ADJUSTMENTS: Adjustments = {
  systemPackages: [],
  testPackages: [],
  installScripts: false,
  undated: false,
};
