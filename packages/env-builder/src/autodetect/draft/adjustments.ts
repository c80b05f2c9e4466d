/**
 * Corrections that follow from failed attempts. Each is a known fix for a known failure. Detectors
 * apply some of them to the next draft, `adjustDraft` applies the others.
 */
export interface Adjustments {
  /** Packages of the distribution that were missing. */
  readonly systemPackages: readonly string[];
  /** Ends of paths of files that were missing, such as `/zmq.h`. Packages that have them are installed. */
  readonly missingFiles: readonly string[];
  /** Lines that root runs while the image is built, after the packages were installed. */
  readonly systemCommands: readonly string[];
  /** Packages of the ecosystem's registry that tests import but no manifest lists. */
  readonly testPackages: readonly string[];
  /** Variables that the set-up and the tests need. */
  readonly variables: Readonly<Record<string, string>>;
  /** Servers that the tests need, by the names that `serviceOf` knows. */
  readonly services: readonly string[];
  /** Ids of tests that do not count, because their outcome varies. */
  readonly excludedTests: readonly string[];
  /**
   * Files of the home folder that are removed after everything was installed: later releases of the
   * project, which tools of its build bring, and keys that its build makes for tests.
   */
  readonly unneeded: readonly string[];
  /** Commands that the tests need before them, in the tree. */
  readonly preparation: readonly string[];
  /**
   * How many images newer (or older, if negative) the toolchain must be than the one of the draft,
   * within its family.
   */
  readonly toolchain: number;
  /** Whether install scripts of packages must run. Recipes skip them by default. */
  readonly installScripts: boolean;
  /**
   * Whether to use the current versions of packages, because the registry does not provide publication
   * dates.
   */
  readonly undated: boolean;
  /**
   * Whether the whole suite must run while the image is built, because its tests fetch what they need.
   * One class of a module fetches what starting tests takes.
   */
  readonly wholeSuite: boolean;
  /** Whether the tests count that programs print, because the project's runner knows few. */
  readonly printedTests: boolean;
  /** Paths that the set-up wrote in the tree, although no .gitignore covers them. */
  readonly ignored: readonly string[];
  /** Paths of git submodules whose files the tests read. */
  readonly submodules: readonly string[];
}

export const NO_ADJUSTMENTS: Adjustments = {
  systemPackages: [],
  missingFiles: [],
  systemCommands: [],
  testPackages: [],
  services: [],
  variables: {},
  excludedTests: [],
  unneeded: [],
  preparation: [],
  toolchain: 0,
  installScripts: false,
  undated: false,
  wholeSuite: false,
  printedTests: false,
  ignored: [],
  submodules: [],
};
