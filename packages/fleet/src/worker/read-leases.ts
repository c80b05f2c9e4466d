import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseJson } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { leaseLineSchema, type LeaseLine } from '../protocol/lease-line.ts';

/**
 * Reads the leases that a worker writes, one at a time, until it has no more.
 * @throws RefbenchError kind `usage` if a line is no lease
 */
export async function* readLeases(input: Readable): AsyncGenerator<LeaseLine, void, undefined> {
  for await (const line of createInterface({ input })) {
    const parsed = parseJson(line, leaseLineSchema);
    if (parsed.kind !== 'valid') {
      throw new RefbenchError({
        kind: 'usage',
        message: `a line of standard input is no lease: ${parsed.reason}`,
        hint: 'only refbench worker starts attempts in this way',
      });
    }
    yield parsed.value;
  }
}
