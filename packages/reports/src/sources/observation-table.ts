import type { Observation, Result } from '@refbench/scoring';

/** Properties that many observations share. The track may be set after the observation is added. */
export interface Common {
  readonly agent: string;
  readonly mode: string;
  readonly reference: boolean;
  readonly ending: string;
  track: string;
}

/** The remaining properties of one observation. */
export interface Row extends Pick<Observation, 'usage' | 'result'> {
  readonly common: Common;
  readonly instance: string;
  readonly repeat: number;
}

const USAGE_FIELDS = 4;

/**
 * Stores observations compactly, in about 80 bytes each. Shared properties are stored once, and numbers
 * in typed arrays. Observations are created during iteration.
 */
export class ObservationTable implements Iterable<Observation> {
  private readonly shared: Common[] = [];
  private readonly instances: string[] = [];
  private readonly results: Result[] = [];
  private repeats = new Uint32Array(1024);
  /** NaN if not measured. */
  private usage = new Float64Array(USAGE_FIELDS * 1024);

  get length(): number {
    return this.shared.length;
  }

  add({ common, instance, repeat, result, usage }: Row): void {
    const at = this.shared.length;
    this.shared.push(common);
    this.instances.push(instance);
    this.results.push(result);
    if (at === this.repeats.length) {
      this.repeats = copyInto(this.repeats, new Uint32Array(2 * at));
      this.usage = copyInto(this.usage, new Float64Array(2 * USAGE_FIELDS * at));
    }
    this.repeats[at] = repeat;
    const { costUsd, inputTokens, outputTokens, seconds } = usage;
    for (const [field, value] of [costUsd, inputTokens, outputTokens, seconds].entries()) {
      this.usage[USAGE_FIELDS * at + field] = value ?? Number.NaN;
    }
  }

  *[Symbol.iterator](): Iterator<Observation> {
    for (let at = 0; at < this.shared.length; at += 1) yield this.observation(at);
  }

  private observation(at: number): Observation {
    const { agent, track, mode, reference, ending } = this.shared[at] as Common;
    const repeat = this.repeats[at] as number;
    const counted = (field: number): number | null => {
      const value = this.usage[USAGE_FIELDS * at + field] as number;
      return Number.isNaN(value) ? null : value;
    };
    return {
      agent,
      track,
      mode,
      instance: this.instances[at] as string,
      ...(repeat === 1 ? {} : { repeat }),
      ...(reference ? { reference } : {}),
      ending,
      result: this.results[at] as Result,
      usage: {
        costUsd: counted(0),
        inputTokens: counted(1),
        outputTokens: counted(2),
        seconds: counted(3),
      },
    };
  }
}

function copyInto<Values extends Uint32Array | Float64Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
