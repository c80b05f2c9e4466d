import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GitConversation } from './git-conversation.ts';
import { git } from './run-git.ts';

const NEWLINE = 0x0a;

export interface PackedObject {
  readonly oid: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Reads every object of an untrusted pack file, including unreferenced ones. `scratch` is an existing
 * folder. The temporary repository in it is removed afterwards.
 * @throws if the pack is incomplete
 */
export async function* readPack(
  packPath: string,
  scratch: string,
): AsyncGenerator<PackedObject, void, undefined> {
  const gitDir = join(scratch, 'pack.git');
  try {
    await mkdir(gitDir);
    await git(['init', '--quiet', '--bare'], { gitDir });
    await indexPack(packPath, gitDir);
    yield* readAllObjects(gitDir);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

async function indexPack(packPath: string, gitDir: string): Promise<void> {
  await using conversation = new GitConversation(['index-pack', '--stdin'], { gitDir });
  await pipeline(createReadStream(packPath), async function feed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) await conversation.write(chunk);
  });
  await conversation.end();
}

async function* readAllObjects(gitDir: string): AsyncGenerator<PackedObject, void, undefined> {
  const all = ['cat-file', '--batch', '--batch-all-objects', '--unordered'];
  await using conversation = new GitConversation(all, { gitDir });
  conversation.closeInput();
  while (!(await conversation.output.atEnd())) {
    const header = (await conversation.output.readUntil(NEWLINE)).toString('latin1');
    const [oid = '', type = '', size] = header.split(' ');
    const bytes = await conversation.output.read(Number(size));
    await conversation.output.skip(1);
    yield { oid, type, bytes };
  }
}
