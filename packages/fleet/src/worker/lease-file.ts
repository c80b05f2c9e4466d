import { readFile, writeFile } from 'node:fs/promises';
import { parseJson } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { z } from 'zod';
import { cellSchema } from '../protocol/messages.ts';

const leaseFileSchema = z.strictObject({
  url: z.string(),
  token: z.string(),
  ca: z.string().optional(),
  cell: cellSchema,
  spent_usd: z.number().min(0),
});

/** What the process of one attempt knows of its lease. */
export type LeaseFile = z.infer<typeof leaseFileSchema>;

/** Writes a lease for the process that a worker starts. Nobody else can read it. */
export async function writeLease(path: string, lease: LeaseFile): Promise<void> {
  await writeFile(path, JSON.stringify(lease), { mode: 0o600, flag: 'wx' });
}

/** @throws RefbenchError kind `invalid-file` */
export async function readLease(path: string): Promise<LeaseFile> {
  const parsed = parseJson(await readFile(path, 'utf8'), leaseFileSchema);
  if (parsed.kind === 'valid') return parsed.value;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path} is no lease: ${parsed.reason}`,
    hint: 'start attempts with refbench worker',
  });
}
