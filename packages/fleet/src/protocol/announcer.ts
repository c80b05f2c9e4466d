/** Where workers learn that a run has work. */
export interface Announcer {
  /** Makes `count` tickets of the run available, whatever was available before. */
  offer(count: number): Promise<void>;
  /** Takes back every ticket of the run. */
  withdraw(): Promise<void>;
}
