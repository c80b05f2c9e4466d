import { lineShape } from './line-shape.ts';

interface LinePair {
  readonly names: readonly (readonly [string, string])[];
}

/**
 * A pair of names counts as a renaming if it explains nearly all uses of the old name. A single use
 * may be chance.
 */
const MIN_SHARE = 0.8;
const MIN_TIMES = 2;

/** Collects pairs of lines that differ only in names, and finds the renamings behind them. */
export class RenamePairs {
  private readonly pairs: LinePair[] = [];
  private readonly uses = new Map<string, Map<string, number>>();

  /** Adds the removed and added lines of one hunk. */
  add(removed: readonly string[], added: readonly string[]): void {
    const waiting = new Map<string, { readonly identifiers: readonly string[] }[]>();
    for (const line of added) {
      const { shape, identifiers } = lineShape(line);
      if (identifiers.length === 0) continue;
      const queue = waiting.get(shape);
      if (queue === undefined) waiting.set(shape, [{ identifiers }]);
      else queue.push({ identifiers });
    }
    for (const line of removed) {
      const { shape, identifiers } = lineShape(line);
      const partner = waiting.get(shape)?.shift();
      if (partner === undefined) continue;
      const names = identifiers.flatMap((old, at) => {
        const now = partner.identifiers[at] ?? old;
        return now === old ? [] : [[old, now] as const];
      });
      for (const [old, now] of names) this.count(old, now);
      this.pairs.push({ names });
    }
  }

  /** Number of pairs in which every changed name follows a renaming. */
  consistent(): number {
    return this.pairs.filter(({ names }) => names.every(([old, now]) => this.isRenaming(old, now)))
      .length;
  }

  /** Share of changed names that follow a renaming. 0 if hardly any name changed. */
  consistency(): number {
    const names = this.pairs.flatMap((pair) => pair.names);
    if (names.length < 5) return 0;
    return names.filter(([old, now]) => this.isRenaming(old, now)).length / names.length;
  }

  private count(old: string, now: string): void {
    const news = this.uses.get(old) ?? new Map<string, number>();
    news.set(now, (news.get(now) ?? 0) + 1);
    this.uses.set(old, news);
  }

  private isRenaming(old: string, now: string): boolean {
    const news = this.uses.get(old);
    const times = news?.get(now) ?? 0;
    let all = 0;
    for (const count of news?.values() ?? []) all += count;
    return times >= MIN_TIMES && times / all >= MIN_SHARE;
  }
}
