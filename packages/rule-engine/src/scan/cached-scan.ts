import { ResultCollector } from '../ast-grep/result-collector.ts';
import { MatchCache } from '../cache/match-cache.ts';
import type {
  RuleEngine,
  ScanOptions,
  ScanPlan,
  ScanUnit,
  ShardResult,
  Wanted,
} from '../matches/rule-engine.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import type { Rule } from '../rule/rule.ts';

/** A file to scan with the id of its content. */
export interface StoredUnit<R extends Rule> extends ScanUnit<R> {
  readonly oid: string;
}

/** A file whose content may have cached matches. */
interface StoredFile {
  readonly path: string;
  readonly oid: string;
  readonly executable?: boolean;
}

/** One scan with rules of one dialect, in which files with cached matches are not scanned. */
export class CachedScan<R extends Rule> {
  readonly #plan: ScanPlan<R>;
  readonly #cache: MatchCache | undefined;
  readonly #parseAll: boolean;
  readonly #collector = new ResultCollector();

  private constructor(plan: ScanPlan<R>, cache: MatchCache | undefined, parseAll: boolean) {
    this.#plan = plan;
    this.#cache = cache;
    this.#parseAll = parseAll;
  }

  /** @param cacheDir folder of cached matches; without it, nothing is cached */
  static async open<R extends Rule>(
    engine: RuleEngine<R>,
    rules: readonly R[],
    cacheDir: string | undefined,
    parseAll = false,
  ): Promise<CachedScan<R>> {
    const cache =
      cacheDir === undefined
        ? undefined
        : await MatchCache.open(cacheDir, await engine.digest(), rules);
    return new CachedScan(engine.plan(rules), cache, parseAll);
  }

  /** Whether a rule may match a file, whatever it contains. */
  wants(file: Omit<StoredFile, 'oid'>): boolean {
    return this.#plan.wantedFor(file).length > 0;
  }

  /** Takes the cached matches of a file, and returns the rules that still have to be run. */
  unknownOf(file: StoredFile): readonly Wanted<R>[] {
    return this.#plan
      .wantedFor(file)
      .map((wanted) => this.#takeKnown(wanted, file))
      .filter((wanted) => wanted !== undefined);
  }

  /** Scans the other files, and returns all matches. */
  async run(units: AsyncIterable<StoredUnit<R>>, options: ScanOptions): Promise<ScanResult> {
    await this.#plan.scan(units, options, (result) => {
      this.#collector.add(result);
      if (this.#cache !== undefined) keep(this.#cache, this.#plan, result);
    });
    await this.#cache?.save();
    return this.#collector.result();
  }

  #takeKnown(wanted: Wanted<R>, { path, oid }: StoredFile): Wanted<R> | undefined {
    if (this.#cache === undefined) return wanted;
    const known = this.#cache.get(wanted.kind, oid);
    if (this.#parseAll && known.broken === undefined) return wanted;
    if (this.#parseAll && known.broken === true) this.#collector.addBroken(path);
    const rules = wanted.rules.filter(({ rule }) => {
      const matches = known.of(rule);
      if (matches === undefined) return true;
      this.#collector.addPlaces(rule.id, path, matches.places);
      if (matches.candidate && known.broken === true) this.#collector.addBroken(path);
      return false;
    });
    return rules.length === 0 ? undefined : { ...wanted, rules };
  }
}

function keep<R extends Rule>(
  cache: MatchCache,
  plan: ScanPlan<R>,
  result: ShardResult<StoredUnit<R>>,
): void {
  if (result.kind === 'skipped') return;
  const { oid, wanted } = result.unit;
  const { kind } = wanted;
  const all = wanted.rules.map(({ rule }) => rule);
  if (result.kind === 'ruled-out') {
    cache.put({ kind, oid, broken: undefined, rules: all, matches: [] });
    return;
  }
  // Failures are not cached, so they are tried again.
  const failed = new Set(result.errors.map(({ rule }) => rule));
  if (failed.has(null)) return;
  const matches = result.matches.flatMap(({ rule: { index }, places }) => {
    const rule = plan.rules[index];
    const isKnown = result.broken || places.length > 0;
    return rule === undefined || !isKnown ? [] : [{ rule, places }];
  });
  const rules = all.filter(({ id }) => !failed.has(id));
  cache.put({ kind, oid, broken: result.broken, rules, matches });
}
