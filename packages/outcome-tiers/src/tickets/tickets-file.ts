import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { RefbenchError } from '@refbench/contracts';
import { guardDisk, parseJson } from '@refbench/base';
import { ticketSchema, type Ticket } from './ticket.ts';

/**
 * Reads the lines of a file that may exceed the memory.
 * @throws RefbenchError kind `invalid-file`
 */
export async function* readLines(path: string): AsyncGenerator<string, void, undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} does not exist or cannot be read`,
      hint: 'specify an existing file; "refbench tiers fetch" creates a file of tickets',
    });
  }
  await file.close();
  const stream = createReadStream(path, { highWaterMark: 1 << 20 });
  for await (const line of createInterface({
    input: stream,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line !== '') yield line;
  }
}

/**
 * Reads the tickets of a tickets.jsonl, in order. If a key occurs twice, the later line is newer.
 * @throws RefbenchError kind `invalid-file` with the first line that is not a ticket
 */
export async function* readTickets(path: string): AsyncGenerator<Ticket, void, undefined> {
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    const parsed = parseJson(line, ticketSchema);
    if (parsed.kind === 'valid') yield parsed.value;
    else throw notATicket(path, number, parsed.reason);
  }
}

function notATicket(path: string, number: number, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}, line ${number}: ${reason.slice(0, 300)}`,
    hint: 'create the file with "refbench tiers fetch import", which reads exports of Jira and GitHub',
  });
}

const CHUNK = 1 << 20;

/** Writes tickets to a temporary file and renames it at the end. Returns the number of tickets. */
export async function writeTickets(path: string, tickets: AsyncIterable<Ticket>): Promise<number> {
  const temporary = `${path}.${process.pid}.tmp`;
  return guardDisk(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'w');
    let count = 0;
    try {
      let text = '';
      for await (const ticket of tickets) {
        text += `${JSON.stringify(ticket)}\n`;
        count += 1;
        if (text.length < CHUNK) continue;
        await file.write(text);
        text = '';
      }
      await file.write(text);
      await file.sync();
      await file.close();
      await rename(temporary, path);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
      throw error;
    }
    return count;
  });
}
