import { open } from 'node:fs/promises';
import { parseJson, sha256OfBytes } from '@refbench/base';
import { z } from 'zod';

/** The results of one scan: which rules scanned which blobs, and their matches. */
export interface Segment {
  /** Match digests of the rules. Other fields refer to them by index. */
  readonly rules: string[];
  /** Sets of rules that scanned a blob. */
  readonly sets: number[][];
  readonly blobs: BlobMatches[];
}

type BlobMatches = [
  kind: string,
  oid: string,
  /** Whether there is a syntax error: 0 (no), 1 (yes), or 2 (not parsed). */
  broken: 0 | 1 | 2,
  /** Index of the set that scanned it. */
  set: number,
  /** Matches of the rules that the prefilter admitted: the rule, then four numbers per match. */
  matches: number[][],
];

const index = z.int().min(0);

const segmentSchema: z.ZodType<Segment> = z.strictObject({
  rules: z.array(z.string()),
  sets: z.array(z.array(index)),
  blobs: z.array(
    z.tuple([z.string(), z.string(), z.literal([0, 1, 2]), index, z.array(z.array(index))]),
  ),
});

export interface SegmentHeader {
  readonly format: 1;
  readonly engine: string;
  readonly rules: readonly string[];
  readonly digest: string;
}

const headerSchema: z.ZodType<SegmentHeader> = z.strictObject({
  format: z.literal(1),
  engine: z.string(),
  rules: z.array(z.string()),
  digest: z.string(),
});

/**
 * Formats a segment as two lines: a header that is sufficient to decide whether to read the rest, and
 * the segment.
 */
export function writeSegment(engine: string, segment: Segment): string {
  const body = JSON.stringify(segment);
  const header: SegmentHeader = {
    format: 1,
    engine,
    rules: segment.rules,
    digest: sha256OfBytes(body),
  };
  return `${JSON.stringify(header)}\n${body}\n`;
}

/**
 * Reads a segment if its header is wanted. Returns undefined if the segment is missing, damaged, of
 * another format or not wanted.
 */
export async function readSegment(
  path: string,
  wanted: (header: SegmentHeader) => boolean,
): Promise<Segment | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES);
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    const header = parseJson(buffer.toString('utf8', 0, Math.max(end, 0)), headerSchema);
    if (header.kind === 'invalid' || !wanted(header.value)) return undefined;
    // Continues where the first read ended.
    const rest = await file.readFile();
    return parseBody(Buffer.concat([buffer.subarray(end + 1, bytesRead), rest]), header.value);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Segments with a longer header are not read. That takes several thousand rules. */
const HEADER_BYTES = 1 << 19;

function parseBody(bytes: Buffer, { digest }: SegmentHeader): Segment | undefined {
  const body = bytes.subarray(0, -1);
  if (sha256OfBytes(body) !== digest) return undefined;
  const parsed = parseJson(body.toString('utf8'), segmentSchema);
  return parsed.kind === 'valid' && isSound(parsed.value) ? parsed.value : undefined;
}

/** Whether all indexes are valid. A manipulated segment must not crash a scan. */
function isSound({ rules, sets, blobs }: Segment): boolean {
  const isRule = (rule: number | undefined): boolean => rule !== undefined && rule < rules.length;
  return (
    sets.every((set) => set.every(isRule)) &&
    blobs.every(
      ([, , , set, matches]) =>
        set < sets.length && matches.every((match) => isRule(match[0]) && match.length % 4 === 1),
    )
  );
}
