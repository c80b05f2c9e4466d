import {
  alignment,
  metricsOf,
  instructionFollowing,
  type Result,
  type RuleCounts,
} from '@refbench/scoring';
import type { Common, Row } from './observation-table.ts';

/** What lines of the same agent, folder and ending have in common. */
export interface PublishedCommon extends Common {
  /** The folder that the lines were collected from; empty where none is named. */
  readonly folder: string;
  /** The track that they state. Results of golden and null agents state none. */
  readonly stated: string | undefined;
}

/** A line of the published format. Its track is known only when all lines are. */
export interface PublishedRow extends Row {
  readonly common: PublishedCommon;
}

/** Parts of results, each held once: there are many rows, and few different parts. */
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

  /** In order of appearance. */
  instances(): readonly string[] {
    return [...this.ids.keys()];
  }

  /** All figures follow from Pass and from how many rules are followed. */
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

  /** Gives every row its track, when all lines are read. */
  nameTracks(): void {
    const tracks = trackNames(this.commons.values());
    for (const common of this.commons.values()) {
      common.track = tracks.get(common.folder) ?? common.stated ?? 'unknown';
    }
  }
}

/** The track of each folder; two folders of one track are told apart by the folder's name. */
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
