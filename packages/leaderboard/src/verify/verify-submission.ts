import type { Score } from '@refbench/contracts';
import { readArchive, type ArchiveLimits } from '../bundle/read-archive.ts';
import { checkClaims } from './check-claims.ts';
import { checkOriginality, type KnownSubmission } from './check-originality.ts';
import { checkRegrade } from './check-regrade.ts';
import { checkStructure, publicKeyOf, type OpenedBundle } from './check-structure.ts';
import { sampleInstances, type Sample } from './sample-instances.ts';
import { check, type Check, type Verification } from './verification.ts';

export interface VerifyOptions {
  readonly path: string;
  /** Names of submitters by public key (SPKI in base64). */
  readonly knownKeys: ReadonlyMap<string, string>;
  /** Which instances are graded again. */
  readonly sample: Sample;
  /** Grades all patches of some instances of a bundle. */
  readonly regrade: (
    bundle: OpenedBundle,
    instances: readonly string[],
  ) => Promise<readonly Score[]>;
  /** The other submissions of the board. None are compared without them. */
  readonly others?: readonly KnownSubmission[];
  readonly limits?: ArchiveLimits;
}

/** A submission that passed all checks, and who vouches for what. */
export interface AcceptedSubmission {
  readonly bundle: OpenedBundle;
  /** The owner of the key, as the board knows it. */
  readonly signer: string;
  /** How many instances were graded again, and how many there are. */
  readonly graded: { readonly instances: number; readonly of: number };
}

export interface Verified {
  readonly verification: Verification;
  /** Undefined if the submission is refused. */
  readonly accepted: AcceptedSubmission | undefined;
}

/**
 * Verifies a submission. Nothing of it is trusted: patches are only graded again after all other checks
 * passed.
 */
export async function verifySubmission(options: VerifyOptions): Promise<Verified> {
  const archive = await readArchive(options.path, options.limits);
  if (archive.kind === 'refused') return refused(null, [check('archive', [archive.reason], '')]);
  const opened = check('archive', [], `${archive.files.size} files`);
  const { checks, bundle } = checkStructure(archive.files, options.knownKeys);
  const structure = [opened, ...checks];
  if (bundle === undefined || hasFailed(structure)) {
    return refused(bundle?.manifest.run ?? null, structure);
  }
  const { checks: claimed, claims } = checkClaims(bundle);
  const all = [
    ...structure,
    ...claimed,
    ...(options.others === undefined ? [] : [checkOriginality(bundle, options.others)]),
  ];
  const instances = sampleInstances(bundle.plan.instances, options.sample);
  const regrade: Check =
    hasFailed(all) || instances.length === 0
      ? { name: 'grading again', result: 'skipped', evidence: [reasonOf(all)] }
      : checkRegrade(claims, await options.regrade(bundle, instances), instances);
  const complete = [...all, regrade];
  if (hasFailed(complete)) return refused(bundle.manifest.run, complete);
  return {
    verification: { accepted: true, run: bundle.manifest.run, checks: complete },
    accepted: {
      bundle,
      signer: options.knownKeys.get(publicKeyOf(bundle)) ?? '',
      graded: { instances: instances.length, of: bundle.plan.instances.length },
    },
  };
}

function reasonOf(checks: readonly Check[]): string {
  return hasFailed(checks) ? 'another check failed' : 'not requested';
}

function hasFailed(checks: readonly Check[]): boolean {
  return checks.some(({ result }) => result === 'failed');
}

function refused(run: string | null, checks: readonly Check[]): Verified {
  return { verification: { accepted: false, run, checks }, accepted: undefined };
}
