import type { Instance, PlantedFaults } from '@refbench/contracts';
import type { Environment } from '@refbench/env-builder';
import type { Repository, Tree } from '@refbench/repos';
import type { RefusedRules, RuleEngines, Ruleset } from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import type { Workspace } from '@refbench/workspace';

export interface PreparedRules {
  readonly ruleset: Ruleset;
  /** Published rules that do not hold here. Undefined if there are none. */
  readonly refused: RefusedRules | undefined;
  readonly engines: RuleEngines;
}

/** The repository of an instance. */
interface PreparedSource extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly instance: Instance;
  readonly dir: string;
  readonly repository: Repository;
  readonly baseTree: Tree;
}

/** An instance whose suite can be run: repository and image, without rules. */
export interface PreparedEnvironment extends PreparedSource {
  readonly engine: Engine;
  readonly environment: Environment;
}

/** What every instance has that can be graded. */
interface PreparedForGrading extends PreparedRules {
  /** Undefined if no search for faults was made. */
  readonly faults: PlantedFaults | undefined;
  goldenPatch(): Promise<Buffer>;
}

/**
 * An instance with everything that its attempts share. It is created once per run and then only
 * read.
 */
export interface PreparedInstance extends PreparedEnvironment, PreparedForGrading {}

/** An instance without tests: nothing of it is ever run, so it has no image. */
export interface UntestedInstance extends PreparedSource, PreparedForGrading {
  readonly environment: null;
}

/** An instance on which patches can be graded. */
export type GradableInstance = PreparedInstance | UntestedInstance;
