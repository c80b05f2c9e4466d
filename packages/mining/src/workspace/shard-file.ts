import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { RefbenchError } from '@refbench/contracts';
import { parseJson, writeFileAtomic } from '@refbench/base';
import { findingSchema, type Finding } from '../event-filter/event-filter.ts';

export function shardFile(folder: string, shard: string): string {
  return join(folder, 'units', `${shard}.jsonl.gz`);
}

/**
 * Writes all findings of a shard, one per line. The file is compressed, because most findings are
 * rejections.
 */
export async function writeShardFile(path: string, findings: readonly Finding[]): Promise<void> {
  const text = findings.map((finding) => `${JSON.stringify(finding)}\n`).join('');
  await writeFileAtomic(path, await promisify(gzip)(text, { level: 4 }));
}

/** @throws RefbenchError kind `invalid-file` */
export async function* readShardFile(path: string): AsyncGenerator<Finding, void, undefined> {
  const bytes = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input: bytes, crlfDelay: Infinity })) {
    const finding = parseJson(line, findingSchema);
    if (finding.kind === 'invalid') {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${path}: ${finding.reason}`,
        hint: 'remove the file and its line in units.jsonl, and mine this shard again',
      });
    }
    yield finding.value;
  }
}
