import type { PatchRejection } from '../tree/apply-patch.ts';

/** Thrown within the parser only; `parsePatch` turns it into a value. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly stage: PatchRejection['stage'];

  constructor(stage: PatchRejection['stage'], reason: string) {
    super(reason);
    this.stage = stage;
  }
}
