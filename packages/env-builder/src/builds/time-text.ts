/** How long a container ran. */
export interface RunTime {
  readonly durationMs: number;
  /** Undefined if it is not known. */
  readonly processorMs?: number | undefined;
}

/** Says how long a container ran, and what its processors worked: `31 s (44 s of processor time)`. */
export function timeText({ durationMs, processorMs }: RunTime): string {
  const used = processorMs === undefined ? '' : ` (${seconds(processorMs)} s of processor time)`;
  return `${seconds(durationMs)} s${used}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(0);
}
