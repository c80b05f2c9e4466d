import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { digestSchema, RefbenchError } from '@refbench/contracts';
import { readOptionalJson, writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import { readBoardFile } from './board-file.ts';
import { isSignatureValid, signManifest } from '../bundle/keys.ts';
import { signatureSchema } from '../bundle/manifest.ts';

/** In the folder of a leaderboard: where its ledger ends. */
const HEAD_FILE = 'head.json';

const endSchema = z.strictObject({
  lines: z.int().min(0),
  /** Digest of the last line; null without lines. */
  digest: digestSchema.nullable(),
});

/** The end of a ledger, signed by the board if it has a key. A removed last line does not fit it. */
export const ledgerHeadSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-ledger-head'),
  ...endSchema.shape,
  signature: signatureSchema.nullable(),
});

type LedgerEnd = z.infer<typeof endSchema>;
export type LedgerHead = z.infer<typeof ledgerHeadSchema>;

/** Reads head.json. Undefined for a board that had no change since heads exist. */
export async function readHead(folder: string): Promise<LedgerHead | undefined> {
  return await readOptionalJson(join(folder, HEAD_FILE), ledgerHeadSchema, RESTORE);
}

export async function writeHead(folder: string, head: LedgerHead): Promise<void> {
  await writeJsonFile(join(folder, HEAD_FILE), head);
}

/**
 * Checks that the ledger ends where its head says, and that the board signed the head.
 * @throws RefbenchError kind `invalid-file` if lines were removed from the end or added by hand
 */
export async function checkHead(folder: string, end: LedgerEnd): Promise<void> {
  const { key } = await readBoardFile(folder);
  const head = await readHead(folder);
  if (head === undefined) {
    if (key === undefined || end.lines === 0) return;
    throw damaged(folder, `it is missing, although ${folder} has a key`);
  }
  if (head.lines !== end.lines || head.digest !== end.digest) {
    throw damaged(
      folder,
      `it ends the ledger after ${head.lines} lines, and there are ${end.lines}`,
    );
  }
  if (key === undefined) return;
  const { signature } = head;
  const isOurs = signature?.public_key === key && isSignatureValid(endOf(head), signature);
  if (!isOurs) throw damaged(folder, 'the key of the board did not sign it');
}

/**
 * Returns a function that makes the next head.
 * @throws RefbenchError kind `usage` if the board has a key, and this is not its private part
 */
export async function headSigner(
  folder: string,
  key: KeyObject | undefined,
): Promise<(end: LedgerEnd) => LedgerHead> {
  const { key: expected } = await readBoardFile(folder);
  const make = (end: LedgerEnd): LedgerHead => ({
    schema: 1,
    kind: 'refbench-ledger-head',
    ...end,
    signature: key === undefined ? null : signManifest(end, key),
  });
  const own = make({ lines: 0, digest: null }).signature?.public_key;
  if (own === expected) return make;
  throw new RefbenchError({
    kind: 'usage',
    message:
      expected === undefined
        ? `${folder} has no key, so its changes are not signed`
        : `a change of ${folder} must be signed with the key of the board`,
    hint:
      expected === undefined
        ? 'write its public key into board.yaml as "key", or omit --board-key'
        : 'specify the file of its private key with --board-key',
  });
}

function endOf({ lines, digest }: LedgerEnd): LedgerEnd {
  return { lines, digest };
}

const RESTORE =
  'restore the leaderboard from version control and use refbench leaderboard to change it';

function damaged(folder: string, reason: string): RefbenchError {
  const message = `${join(folder, HEAD_FILE)}: ${reason}`;
  return new RefbenchError({ kind: 'invalid-file', message, hint: RESTORE });
}
