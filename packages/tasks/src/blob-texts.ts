import type { Repository } from '@refbench/repos';

/** A blob whose bytes are text. */
export interface BlobText {
  readonly oid: string;
  readonly text: string;
}

/** Reads blobs, each once. Those that are no text, e.g. pictures and archives, are left out. */
export async function* blobTexts(
  repository: Repository,
  oids: Iterable<string>,
): AsyncGenerator<BlobText> {
  for await (const { oid, bytes } of repository.readBlobs(new Set(oids))) {
    if (!bytes.includes(0)) yield { oid, text: bytes.toString('utf8') };
  }
}
