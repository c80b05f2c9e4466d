import { RefbenchError } from '@refbench/contracts';
import { GitConversation } from './git-conversation.ts';
import { ShortRead } from './byte-reader.ts';

/** The number of pending requests: enough to hide the latency of the pipe, too few to fill it. */
const IN_FLIGHT = 200;
const NEWLINE = 0x0a;
/**
 * The maximum size of a file, which is held in memory. A small compressed object can expand to any
 * size.
 */
const MAX_BLOB_BYTES = 2 ** 30;

export interface Blob {
  readonly oid: string;
  /** Undefined if the object does not exist. */
  readonly bytes: Buffer | undefined;
}

/** Reads blobs in the requested order with one `git cat-file --batch`. */
export async function* readBlobBatch(
  oids: Iterable<string>,
  gitDir: string,
): AsyncGenerator<Blob, void, undefined> {
  await using conversation = new GitConversation(['cat-file', '--batch'], { gitDir });
  const open: string[] = [];
  try {
    for (const oid of oids) {
      await conversation.write(`${oid}\n`);
      open.push(oid);
      if (open.length >= IN_FLIGHT) yield await readAnswer(conversation, open.shift());
    }
    conversation.closeInput();
    while (open.length > 0) yield await readAnswer(conversation, open.shift());
  } catch (error) {
    if (error instanceof ShortRead) throw await conversation.failure();
    throw error;
  }
}

/**
 * Reads the answer to one request of `git cat-file --batch`.
 * @throws RefbenchError kind `repository` if the object is not a file, or too large
 * @throws ShortRead if git has ended
 */
export async function readAnswer(
  conversation: GitConversation,
  asked: string | undefined,
): Promise<Blob> {
  const header = (await conversation.output.readUntil(NEWLINE)).toString('latin1');
  const [oid = '', type, size] = header.split(' ');
  if (oid !== asked) throw new Error(`git cat-file answered "${header}" when asked for ${asked}`);
  if (type === 'missing') return { oid, bytes: undefined };
  if (type !== 'blob') throw unusable(`object ${oid} is a ${type}, not a file`);
  if (Number(size) > MAX_BLOB_BYTES) {
    throw unusable(`object ${oid} has ${size} bytes, over ${MAX_BLOB_BYTES}`);
  }
  const bytes = await conversation.output.read(Number(size));
  await conversation.output.skip(1);
  return { oid, bytes };
}

function unusable(what: string): RefbenchError {
  return new RefbenchError({
    kind: 'repository',
    message: `the source of this repository cannot be used: ${what}`,
    hint: 'check it with "git fsck", or choose another commit',
  });
}
