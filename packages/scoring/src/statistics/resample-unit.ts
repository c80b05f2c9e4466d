/**
 * What is drawn as a whole: an instance, or all instances of a repository. Instances in it may have
 * been tried several times.
 */
export interface ResampleUnit {
  /** The sum of its instances' means. */
  readonly total: number;
  /** How many instances it holds. */
  readonly size: number;
  /** The values of each instance's repeats; absent where each was tried once. */
  readonly repeats?: readonly (readonly number[])[];
}
