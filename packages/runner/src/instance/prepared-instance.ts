import type { Instance, PlantedFaults } from '@refbench/contracts';
import type { Environment } from '@refbench/env-builder';
import type { Repository, Tree } from '@refbench/repos';
import type { RuleEngines, Ruleset } from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import type { Workspace } from '../workspace.ts';

export interface PreparedRules {
  readonly ruleset: Ruleset;
  readonly engines: RuleEngines;
}

/** An instance whose suite can be run: repository and image, without rules. */
export interface PreparedEnvironment extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly instance: Instance;
  readonly dir: string;
  readonly repository: Repository;
  readonly environment: Environment;
  readonly baseTree: Tree;
}

/**
 * An instance with everything that its attempts share. It is created once per run and then only
 * read.
 */
export interface PreparedInstance extends PreparedEnvironment, PreparedRules {
  /** Undefined if no search for faults was made. */
  readonly faults: PlantedFaults | undefined;
  goldenPatch(): Promise<Buffer>;
}
