import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, type ZlibOptions } from 'node:zlib';
import { commitKeys } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { filterEvent, type Finding } from '../event-filter/event-filter.ts';
import type { Coverage, ShardResult } from '../sources/shard.ts';
import { readEvent } from './event.ts';
import { isCompact, judgeLine, type SmallMerge } from './line-filter.ts';
import { LineScanner } from './scan-lines.ts';

const CHUNK_BYTES = 2 ** 20;
const AHEAD_BYTES = 4 * CHUNK_BYTES;
/** Small chunks, so that little data before the corrupt position is lost. */
const SALVAGE_CHUNK_BYTES = 2 ** 12;
/** An hour has a few gigabytes. Anything larger is not an hour file. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 30;

/**
 * Reads one hour file. For a truncated or corrupt file, returns what precedes the corrupt position.
 */
export async function readHour(
  file: string,
  definition: Definition,
  signal?: AbortSignal,
): Promise<ShardResult> {
  const { form, bytes } = await detectFormat(file);
  const nothing = { records: 0, unreadable: 0, bytes };
  if (form === 'empty') return { coverage: { status: 'empty', ...nothing }, findings: [] };
  if (form === 'other') {
    const reason = 'the file is neither gzip nor JSON lines';
    return { coverage: { status: 'failed', reason, ...nothing }, findings: [] };
  }
  const whole = await scan(file, definition, form, signal);
  if (whole.broken === undefined) return resultOf(whole, bytes);
  // Repeats the scan leniently, because the strict scan withholds its last chunk.
  return resultOf(
    { ...(await scan(file, definition, 'torn-gzip', signal)), broken: whole.broken },
    bytes,
  );
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const OBJECT = Buffer.from('{');

/** A server may decompress the file or send an error page. */
async function detectFormat(
  file: string,
): Promise<{ readonly form: 'empty' | 'gzip' | 'plain' | 'other'; readonly bytes: number }> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  const bytes = (await handle.stat()).size;
  if (bytes === 0) return { form: 'empty', bytes };
  if (buffer.equals(GZIP)) return { form: 'gzip', bytes };
  return { form: buffer.subarray(0, 1).equals(OBJECT) ? 'plain' : 'other', bytes };
}

interface Scan {
  readonly findings: HourFindings;
  readonly scanner: LineScanner;
  readonly broken: string | undefined;
}

type Form = 'gzip' | 'torn-gzip' | 'plain';

function unpack(form: Form): Transform {
  switch (form) {
    case 'plain':
      return new PassThrough();
    case 'gzip':
      // Inflating continues while lines are read, a few chunks ahead.
      return createGunzip({
        chunkSize: CHUNK_BYTES,
        readableHighWaterMark: AHEAD_BYTES,
      } as ZlibOptions);
    case 'torn-gzip':
      return createGunzip({ chunkSize: SALVAGE_CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  }
}

async function scan(
  file: string,
  definition: Definition,
  form: Form,
  signal: AbortSignal | undefined,
): Promise<Scan> {
  const findings = new HourFindings(definition);
  const scanner = new LineScanner((line) => findings.add(line));
  let broken: string | undefined;
  try {
    await pipeline(
      createReadStream(file, { highWaterMark: CHUNK_BYTES }),
      unpack(form),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          scanner.push(chunk);
          if (scanner.totals.bytes > MAX_UNPACKED_BYTES) throw new TooLarge();
        }
      },
      ...(signal === undefined ? [] : [{ signal }]),
    );
  } catch (error) {
    if (signal?.aborted === true || !isCorruption(error)) throw error;
    broken = error.message;
  }
  // An incomplete last line is not an event. It shows that the file was truncated.
  const endsWithLineFeed = scanner.end();
  if (broken === undefined && !endsWithLineFeed && findings.unreadable > 0)
    broken = 'the last line is incomplete';
  return { findings, scanner, broken };
}

class TooLarge extends Error {
  override readonly message = `it decompresses to more than ${MAX_UNPACKED_BYTES} bytes`;
}

function isCorruption(error: unknown): error is Error {
  if (error instanceof TooLarge) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** The findings of one hour. Each pull request occurs once, although the archive repeats events. */
class HourFindings {
  readonly list: Finding[] = [];
  unreadable = 0;
  first: string | undefined;
  last: string | undefined;
  private readonly seen = new Set<string>();
  private readonly definition: Definition;
  private readonly minCount: number;
  private compact: boolean | undefined;

  constructor(definition: Definition) {
    this.definition = definition;
    // A rename is two paths and one changed file.
    this.minCount = Math.ceil(definition.thresholds.first.min_paths / 2);
  }

  add(line: Buffer): void {
    this.compact ??= isCompact(line);
    const verdict = this.compact ? judgeLine(line, this.minCount) : ({ kind: 'parse' } as const);
    if (verdict.kind === 'small') this.addSmall(verdict);
    else if (verdict.kind === 'parse') this.addEvent(line);
  }

  private addEvent(line: Buffer): void {
    const reading = readEvent(line.toString('utf8'));
    if (reading.kind === 'unreadable') this.unreadable += 1;
    if (reading.kind !== 'commit') return;
    const keys = commitKeys(reading.commit);
    if (this.isNew(keys)) this.list.push(filterEvent(reading.commit, this.definition));
    const { at } = reading;
    if (at === undefined) return;
    if (this.first === undefined || at < this.first) this.first = at;
    if (this.last === undefined || at > this.last) this.last = at;
  }

  private addSmall({ repository, number, golden, paths }: SmallMerge): void {
    if (!this.isNew([`${repository}#${number}`])) return;
    const most = `at most ${2 * paths} paths, fewer than ${this.definition.thresholds.first.min_paths}`;
    this.list.push({
      kind: 'rejected',
      repository,
      number,
      ...(golden === undefined ? {} : { golden }),
      why: { stage: 'first', code: 'paths', detail: most },
    });
  }

  private isNew(keys: readonly string[]): boolean {
    const isKnown = keys.some((key) => this.seen.has(key));
    for (const key of keys) this.seen.add(key);
    return !isKnown;
  }
}

function resultOf({ findings, scanner, broken }: Scan, bytes: number): ShardResult {
  const { totals } = scanner;
  const coverage: Coverage = {
    status: broken === undefined ? 'whole' : 'truncated',
    ...(broken === undefined ? {} : { reason: broken }),
    records: totals.lines,
    unreadable: findings.unreadable + totals.tooLong,
    bytes,
    ...(findings.first === undefined ? {} : { first_at: findings.first }),
    ...(findings.last === undefined ? {} : { last_at: findings.last }),
  };
  return { coverage, findings: findings.list };
}
