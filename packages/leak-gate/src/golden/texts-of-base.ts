import type { Repository } from '@refbench/repos';

/**
 * Returns those of the texts that a file of base contains, whole or as a literal of source code. A
 * compiler joins the parts of a literal and replaces its escapes, so these do not count in the
 * comparison.
 * @param blobs - Object ids of the files of base.
 */
export async function textsOfBase(
  texts: ReadonlySet<string>,
  repository: Repository,
  blobs: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (texts.size === 0) return found;
  const wanted = [...texts].map((text) => ({ text, plain: withoutSyntax(text) }));
  for await (const { bytes } of repository.readBlobs(blobs)) {
    const content = withoutSyntax(bytes.toString('latin1'));
    for (const { text, plain } of wanted) {
      if (!found.has(text) && content.includes(plain)) found.add(text);
    }
  }
  return found;
}

function withoutSyntax(text: string): string {
  return text.replace(/\\[nrt]|[\s"'`+\\]/g, '');
}
