import type { VaryingTests } from '../admission/gate.ts';
import type { StepResult } from './steps.ts';

/** How often tests are excluded whose outcome varies. After that, the admission refuses the instance. */
export const MAX_EXCLUSIONS = 2;

/** Also where golden or nop is graded and tests fail that had passed each time before. */
export type Admission =
  | StepResult
  | { readonly kind: 'varying'; readonly tests: VaryingTests; readonly reason: string };

interface AdmitStable {
  readonly admit: () => Promise<Admission>;
  /** Leaves tests out of the suite. Returns those that it left out. */
  readonly exclude: (tests: VaryingTests) => Promise<readonly string[]>;
  /** Validates and calibrates the environment anew. */
  readonly prepare: () => Promise<StepResult>;
}

/** Admits an instance, if necessary without the tests whose outcome turns out to vary. */
export async function admitStable({ admit, exclude, prepare }: AdmitStable): Promise<StepResult> {
  for (let round = 1; ; round += 1) {
    const admission = await admit();
    if (admission.kind !== 'varying') return admission;
    const excluded = round <= MAX_EXCLUSIONS ? await exclude(admission.tests) : [];
    if (excluded.length === 0) return { kind: 'dropped', reason: admission.reason };
    const prepared = await prepare();
    if (prepared.kind === 'dropped') return prepared;
  }
}
