import { availableParallelism, loadavg } from 'node:os';
import { RefbenchError, type ProfileName } from '@refbench/contracts';

/** Set by `--slow`. */
export const SLOW_VARIABLE = 'REFBENCH_SLOW';

const MOST = 100;
/** A busy machine may need longer, but a suite that hangs must end. */
const MOST_MEASURED = 4;

/** What the scale depends on. */
export interface MachineState {
  /** The value of REFBENCH_SLOW, if it is set. */
  readonly slow: string | undefined;
  /** Processes that wanted a processor, on average over the last five minutes. */
  readonly load: number;
  readonly processors: number;
}

/**
 * Returns the factor by which the time limits of builds and suites are extended. Time limits are
 * meant for an idle machine of ordinary speed. REFBENCH_SLOW sets the factor; otherwise it is the
 * number of processes per processor, at most 4. The limits of agents are part of the task and are
 * never extended.
 * @returns at least 1
 * @throws RefbenchError kind `usage` if REFBENCH_SLOW is not a number from 1 to 100
 */
export function timeScale(profile: ProfileName, state: MachineState = machineState()): number {
  if (profile === 'agent') return 1;
  const explicit = parseSlow(state.slow);
  if (explicit !== undefined) return explicit;
  return Math.min(MOST_MEASURED, Math.max(1, state.load / state.processors));
}

/** Parses the value of `--slow` or REFBENCH_SLOW. Undefined if it is not set. */
export function parseSlow(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const factor = Number(value);
  if (factor >= 1 && factor <= MOST) return factor;
  throw new RefbenchError({
    kind: 'usage',
    message: `${SLOW_VARIABLE}: "${value}" is not a number from 1 to ${MOST}`,
    hint: 'specify how many times longer builds and suites may take on this machine, e.g. 3',
  });
}

function machineState(): MachineState {
  return {
    slow: process.env[SLOW_VARIABLE],
    load: loadavg()[1] ?? 0,
    processors: availableParallelism(),
  };
}
