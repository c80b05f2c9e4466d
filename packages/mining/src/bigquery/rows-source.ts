import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { RefbenchError } from '@refbench/contracts';
import { digestOf, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Definition } from '../event-filter/definition.ts';
import type { Shard } from '../sources/shard.ts';
import { judgeRows } from './bigquery-source.ts';

/** Returns a shard of query results that were exported as JSON lines. */
export async function rowsShard(file: string, definition: Definition): Promise<Shard> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isFile() !== true) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${file} does not exist`,
      hint: 'specify the result of the query, exported as newline-delimited JSON',
    });
  }
  return {
    id: `rows-${digestOf([file, info.size, info.mtimeMs]).slice(7, 23)}`,
    async read() {
      const rows: unknown[] = [];
      let number = 0;
      for await (const line of createInterface({ input: createReadStream(file) })) {
        number += 1;
        if (line.trim() === '') continue;
        const row = parseJson(line, z.unknown());
        if (row.kind === 'invalid') throw notJson(file, number, row.reason);
        rows.push(row.value);
      }
      return judgeRows(rows, definition);
    },
  };
}

function notJson(file: string, line: number, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: line ${line}: ${reason}`,
    hint: 'specify the result of the query, exported as newline-delimited JSON',
  });
}
