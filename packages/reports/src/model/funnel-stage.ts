/** One stage of mining, with the number of candidates that passed it. */
export interface FunnelStage {
  readonly name: string;
  readonly count: number;
}
