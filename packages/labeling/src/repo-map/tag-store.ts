import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, parseJson, writeFileAtomic } from '@refbench/base';
import { z } from 'zod';
import type { Tags } from './file-tags.ts';
import { FUNCTION_VALUES, TAG_RULES } from './tag-rules.ts';

/** Increase this if bin/tagger.mjs returns different tags. */
const TAGGER_VERSION = 1;

/** Number of blobs to keep per repository besides the trees in use. Each takes about 1 KB. */
const MAX_KEPT = 20_000;

/** Columns, because they are parsed faster than rows. */
const lineSchema = z.strictObject({
  names: z.array(z.string()),
  lines: z.array(z.number()),
  ends: z.array(z.number()),
  used: z.array(z.string()),
  counts: z.array(z.number()),
});

/**
 * Stores tags by blob, in one file per repository. Each line starts with the blob id, so that other
 * lines need not be parsed. Several processes may use the folder. Each replaces the whole file;
 * tags that are lost this way are computed again.
 */
export class TagStore {
  private readonly path: string;
  private readonly lines: Map<string, string>;
  private fresh = false;

  private constructor(path: string, lines: Map<string, string>) {
    this.path = path;
    this.lines = lines;
  }

  /** @param repository any unique name of the repository */
  static async open(folder: string, repository: string): Promise<TagStore> {
    const id = digestOf({ TAGGER_VERSION, TAG_RULES, FUNCTION_VALUES, repository });
    const path = join(folder, `${id.slice('sha256:'.length, 'sha256:'.length + 32)}.tags`);
    const text = await readFile(path, 'utf8').catch(() => '');
    const lines = new Map<string, string>();
    for (const line of text.split('\n')) {
      const space = line.indexOf(' ');
      if (space > 0) lines.set(line.slice(0, space), line.slice(space + 1));
    }
    return new TagStore(path, lines);
  }

  /** Returns undefined for unknown content or a damaged line. */
  get(blob: string): Tags | undefined {
    const line = this.lines.get(blob);
    if (line === undefined) return undefined;
    const parsed = parseJson(line, lineSchema);
    if (parsed.kind === 'invalid') return undefined;
    const { names, lines, ends, used, counts } = parsed.value;
    return {
      definitions: names.map((name, at) => ({ name, line: lines[at] ?? 0, end: ends[at] ?? 0 })),
      references: { names: used, counts },
    };
  }

  put(blob: string, { definitions, references }: Tags): void {
    // Moves the entry to the end, because the oldest entries are removed first.
    this.lines.delete(blob);
    const columns: z.infer<typeof lineSchema> = {
      names: definitions.map(({ name }) => name),
      lines: definitions.map(({ line }) => line),
      ends: definitions.map(({ end }) => end),
      used: [...references.names],
      counts: [...references.counts],
    };
    this.lines.set(blob, JSON.stringify(columns));
    this.fresh = true;
  }

  /**
   * Writes the store if it has changed.
   * @param inUse blobs of the current tree, which are always kept
   */
  async save(inUse: ReadonlySet<string>): Promise<void> {
    if (!this.fresh) return;
    const others = [...this.lines.keys()].filter((blob) => !inUse.has(blob));
    for (const blob of others.slice(0, Math.max(0, others.length - MAX_KEPT))) {
      this.lines.delete(blob);
    }
    const text = [...this.lines].map(([blob, line]) => `${blob} ${line}\n`).join('');
    await writeFileAtomic(this.path, text);
    this.fresh = false;
  }
}
