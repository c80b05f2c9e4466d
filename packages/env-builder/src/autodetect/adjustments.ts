/**
 * What a failed try has taught. Each is a known fix of a known failure, and detectors write it into
 * the next draft.
 */
export interface Adjustments {
  /** Packages of the distribution that a build missed. */
  readonly systemPackages: readonly string[];
  /** Packages of the ecosystem's registry that tests import and no manifest names. */
  readonly testPackages: readonly string[];
  /** Install scripts of packages must run, though recipes leave them out by default. */
  readonly installScripts: boolean;
  /** Packages as they are today: the registry does not say when its packages were published. */
  readonly undated: boolean;
}

export const NO_ADJUSTMENTS: Adjustments = {
  systemPackages: [],
  testPackages: [],
  installScripts: false,
  undated: false,
};
