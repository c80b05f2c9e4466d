import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import type { Rule } from '../rule/rule.ts';
import { readSegment, writeSegment, type Segment } from './segment.ts';

/** The cached matches of a blob for one kind of scan. */
export interface KnownMatches {
  /** Whether it has a syntax error; undefined if it was not parsed. */
  readonly broken: boolean | undefined;
  /** Returns whether the prefilter admits the rule, and its matches; undefined if unknown. */
  of(rule: Rule): { readonly candidate: boolean; readonly places: readonly number[] } | undefined;
}

/** A result to store in the cache. */
export interface Finding {
  /** The kind of scan: a language, or anything else besides the content that determines matches. */
  readonly kind: string;
  /** The object id of the content. */
  readonly oid: string;
  readonly broken: boolean | undefined;
  /** The rules that scanned it without failure. */
  readonly rules: readonly Rule[];
  /** The matches of the rules that the prefilter admitted. */
  readonly matches: readonly { readonly rule: Rule; readonly places: readonly number[] }[];
}

interface Layer {
  readonly broken: boolean | undefined;
  readonly rules: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** With more segments, they are merged into one. */
const MAX_SEGMENTS = 8;

/** The limits of the folder. The least recently used segments are removed first. */
const LIMITS = { files: 256, bytes: 512 * 2 ** 20 };

/**
 * Matches by (what the rule matches, blob, engine version), stored in a folder of segments that are
 * written once and never changed, so any number of processes can share it. Damaged segments are
 * ignored.
 */
export class MatchCache {
  private readonly folder: string;
  private readonly engine: Digest;
  private readonly layers = new Map<string, Layer[]>();
  private readonly findings: Finding[] = [];
  /** Segments of other scans that may be merged. */
  private readonly segments: { readonly path: string; readonly segment: Segment }[] = [];

  private constructor(folder: string, engine: Digest) {
    this.folder = folder;
    this.engine = engine;
  }

  /** Loads the cached matches of the rules for an engine digest. */
  static async open(folder: string, engine: Digest, rules: readonly Rule[]): Promise<MatchCache> {
    const cache = new MatchCache(folder, engine);
    const wanted = new Set<string>(rules.map(({ matchDigest }) => matchDigest));
    for (const path of await segmentPaths(folder)) {
      const segment = await readSegment(
        path,
        (header) => header.engine === engine && header.rules.some((key) => wanted.has(key)),
      );
      if (segment === undefined) continue;
      cache.segments.push({ path, segment });
      cache.addLayers(segment);
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
    }
    return cache;
  }

  get(kind: string, oid: string): KnownMatches {
    const layers = this.layers.get(`${kind} ${oid}`) ?? [];
    return {
      broken: brokenIn(layers),
      of: (rule) => {
        const key = rule.matchDigest;
        const layer = layers.find(({ rules }) => rules.has(key));
        if (layer === undefined) return undefined;
        const places = layer.places.get(key);
        return { candidate: places !== undefined, places: places ?? [] };
      },
    };
  }

  put(finding: Finding): void {
    this.findings.push(finding);
  }

  /**
   * Writes the new results. A full disk or missing permissions disable the cache, but do not fail the
   * scan.
   */
  async save(): Promise<void> {
    if (this.findings.length === 0) return;
    const merge = this.segments.length >= MAX_SEGMENTS;
    const builder = new SegmentBuilder();
    for (const finding of this.findings) builder.add(finding);
    if (merge) for (const { segment } of this.segments) builder.merge(segment);
    const path = join(this.folder, `${randomBytes(8).toString('hex')}.matches`);
    try {
      await writeFileAtomic(path, writeSegment(this.engine, builder.segment));
      if (merge) for (const old of this.segments) await rm(old.path, { force: true });
      await prune(this.folder);
    } catch {
      return;
    }
  }

  private addLayers({ rules, sets, blobs }: Segment): void {
    const nameOf = (rule: number): string => rules[rule] ?? '';
    const named = sets.map((set) => new Set(set.map(nameOf)));
    for (const [kind, oid, broken, set, matches] of blobs) {
      const key = `${kind} ${oid}`;
      const layer: Layer = {
        broken: broken === 2 ? undefined : broken === 1,
        rules: named[set] ?? new Set(),
        places: new Map(matches.map(([rule = 0, ...places]) => [nameOf(rule), places])),
      };
      const others = this.layers.get(key);
      if (others === undefined) this.layers.set(key, [layer]);
      else others.push(layer);
    }
  }
}

/** Combines layers, because one scan may have parsed a file that another scan skipped. */
function brokenIn(layers: readonly Layer[]): boolean | undefined {
  if (layers.some(({ broken }) => broken === true)) return true;
  return layers.some(({ broken }) => broken === false) ? false : undefined;
}

/** Builds a segment with short numbers for rules and for sets of rules. */
class SegmentBuilder {
  readonly segment: Segment = { rules: [], sets: [], blobs: [] };
  private readonly rules = new Map<string, number>();
  private readonly sets = new Map<string, number>();

  add(finding: Finding): void {
    const { kind, oid, broken, matches } = finding;
    const number = ({ matchDigest }: Rule): number => this.ruleNumber(matchDigest);
    this.segment.blobs.push([
      kind,
      oid,
      broken === undefined ? 2 : broken ? 1 : 0,
      this.setNumber(finding.rules.map(number)),
      matches.map(({ rule, places }) => [number(rule), ...places]),
    ]);
  }

  merge({ rules, sets, blobs }: Segment): void {
    const number = (rule: number): number => this.ruleNumber(rules[rule] ?? '');
    const numbers = sets.map((set) => this.setNumber(set.map(number)));
    for (const [kind, oid, broken, set, matches] of blobs) {
      const renumbered = matches.map(([rule = 0, ...places]) => [number(rule), ...places]);
      this.segment.blobs.push([kind, oid, broken, numbers[set] ?? 0, renumbered]);
    }
  }

  private ruleNumber(key: string): number {
    return numberIn(this.rules, key, () => this.segment.rules.push(key));
  }

  private setNumber(rules: readonly number[]): number {
    return numberIn(this.sets, rules.join(' '), () => this.segment.sets.push([...rules]));
  }
}

function numberIn(numbers: Map<string, number>, key: string, onNew: () => void): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  onNew();
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

async function segmentPaths(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.matches'))
    .sort()
    .map((name) => join(folder, name));
}

async function prune(folder: string): Promise<void> {
  const files = await Promise.all(
    (await segmentPaths(folder)).map(async (path) => {
      const info = await stat(path).catch(() => undefined);
      return { path, used: info?.mtimeMs ?? 0, size: info?.size ?? 0 };
    }),
  );
  let bytes = 0;
  for (const [place, file] of files.sort((a, b) => b.used - a.used).entries()) {
    bytes += file.size;
    if (place >= LIMITS.files || bytes > LIMITS.bytes) await rm(file.path, { force: true });
  }
}
