import { readFile } from 'node:fs/promises';
import { parseDocument, type Document } from 'yaml';
import { writeFileAtomic } from '../files/atomic-file.ts';

/** The width at which long texts are wrapped, as in files that RefBench writes anew. */
const LINE_WIDTH = 100;

/**
 * Edits a YAML file of this project. What `edit` does not touch stays, with its comments.
 * @param edit changes the document, and returns false if the file shall stay as it is
 */
export async function editYamlFile(
  path: string,
  edit: (document: Document.Parsed) => boolean,
): Promise<void> {
  const document = parseDocument(await readFile(path, 'utf8'));
  if (edit(document)) await writeFileAtomic(path, document.toString({ lineWidth: LINE_WIDTH }));
}
