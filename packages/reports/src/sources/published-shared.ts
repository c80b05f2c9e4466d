import {
  alignment,
  metricsOf,
  instructionFollowing,
  type Result,
  type RuleCounts,
} from '@refbench/scoring';
import type { Common, Row } from './observation-table.ts';

/** Properties shared by lines of the same agent, folder and ending. */
export interface PublishedCommon extends Common {
  /** The folder that the lines were collected from. Empty if unknown. */
  readonly folder: string;
  /** The track in the lines. Results of golden and null agents have none. */
  readonly stated: string | undefined;
}

/** A line of the published format. Its track is only known after all lines have been read. */
export interface PublishedRow extends Row {
  readonly common: PublishedCommon;
}

/** Interns parts of results, because many rows share few distinct parts. */
export class SharedParts {
  private readonly commons = new Map<string, PublishedCommon>();
  private readonly ids = new Map<string, string>();
  private readonly results = new Map<string, Result>();

  common(given: Omit<PublishedCommon, 'track'>): PublishedCommon {
    const { agent, mode, reference, ending, folder, stated } = given;
    const key = [agent, mode, reference, ending, folder, stated ?? ''].join('\n');
    let known = this.commons.get(key);
    if (known === undefined) this.commons.set(key, (known = { ...given, track: '' }));
    return known;
  }

  instance(id: string): string {
    const known = this.ids.get(id);
    if (known === undefined) this.ids.set(id, id);
    return known ?? id;
  }

  /** Returns the instance ids in order of appearance. */
  instances(): readonly string[] {
    return [...this.ids.keys()];
  }

  /** All metrics are determined by Pass and the rule counts. */
  result(passed: 0 | 1, rules: RuleCounts): Result {
    const { additive, reductive } = rules;
    const key = `${passed} ${additive.matched} ${additive.total} ${reductive.unmatched} ${reductive.total}`;
    let known = this.results.get(key);
    if (known === undefined) {
      const ifr = instructionFollowing(rules);
      const figures = metricsOf({ pass: passed, ifr, alignment: alignment(passed, ifr) });
      this.results.set(key, (known = { kind: 'scored', figures }));
    }
    return known;
  }

  /** Sets the track of each row, after all lines have been read. */
  nameTracks(): void {
    const tracks = trackNames(this.commons.values());
    for (const common of this.commons.values()) {
      common.track = tracks.get(common.folder) ?? common.stated ?? 'unknown';
    }
  }
}

/** Returns the track of each folder. The folder name distinguishes two folders of the same track. */
function trackNames(commons: Iterable<PublishedCommon>): ReadonlyMap<string, string> {
  const tracks = new Map<string, string>();
  for (const { folder, stated } of commons) {
    if (folder === '') continue;
    if (stated !== undefined) tracks.set(folder, stated);
    else if (!tracks.has(folder)) tracks.set(folder, folder);
  }
  const counts = new Map<string, number>();
  for (const track of tracks.values()) counts.set(track, (counts.get(track) ?? 0) + 1);
  return new Map(
    [...tracks].map(([folder, track]) => [
      folder,
      (counts.get(track) ?? 0) > 1 ? `${track} (${folder})` : track,
    ]),
  );
}
