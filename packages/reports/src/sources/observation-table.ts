import type { Observation, Result } from '@refbench/scoring';

/** What many observations have in common. The track may be said later than the observation. */
export interface Common {
  readonly agent: string;
  readonly mode: string;
  readonly reference: boolean;
  readonly ending: string;
  track: string;
}

/** What an observation has of its own. */
export interface Row extends Pick<Observation, 'usage' | 'result'> {
  readonly common: Common;
  readonly instance: string;
  readonly repeat: number;
}

const USAGE_FIELDS = 4;

/**
 * Observations in little memory, about 80 bytes each: what they have in common is held once, and
 * numbers are held in typed arrays. Each is put together when it is asked for.
 */
export class ObservationTable implements Iterable<Observation> {
  private readonly commons: Common[] = [];
  private readonly instances: string[] = [];
  private readonly results: Result[] = [];
  private repeats = new Uint32Array(1024);
  /** NaN where nobody counted. */
  private usage = new Float64Array(USAGE_FIELDS * 1024);

  get length(): number {
    return this.commons.length;
  }

  add({ common, instance, repeat, result, usage }: Row): void {
    const at = this.commons.length;
    this.commons.push(common);
    this.instances.push(instance);
    this.results.push(result);
    if (at === this.repeats.length) {
      this.repeats = grown(this.repeats, new Uint32Array(2 * at));
      this.usage = grown(this.usage, new Float64Array(2 * USAGE_FIELDS * at));
    }
    this.repeats[at] = repeat;
    const { costUsd, inputTokens, outputTokens, seconds } = usage;
    for (const [field, value] of [costUsd, inputTokens, outputTokens, seconds].entries()) {
      this.usage[USAGE_FIELDS * at + field] = value ?? Number.NaN;
    }
  }

  *[Symbol.iterator](): Iterator<Observation> {
    for (let at = 0; at < this.commons.length; at += 1) yield this.observation(at);
  }

  private observation(at: number): Observation {
    const { agent, track, mode, reference, ending } = this.commons[at] as Common;
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

function grown<Values extends Uint32Array | Float64Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
