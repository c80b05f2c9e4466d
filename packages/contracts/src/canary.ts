import type { Dataset } from './dataset.ts';

/**
 * The sentence by which whoever collects training data finds the files of a data set and leaves them out.
 */
export function canarySentence({ name, canary }: Pick<Dataset, 'name' | 'canary'>): string {
  return `Benchmark data, not for training: ${name} canary GUID ${canary}`;
}

/** How a file hides a line from those who read its content. */
export type CanaryForm = 'markdown' | 'yaml';

/** A first line that holds a canary and nothing else. */
const LINE =
  /^(?:<!-- Benchmark data, not for training: [a-z0-9-]{1,100} canary GUID [0-9a-f-]{36} -->|# Benchmark data, not for training: [a-z0-9-]{1,100} canary GUID [0-9a-f-]{36})\n/;

/** Matches at most this many bytes: the sentence, a GUID, and the name of a data set. */
const LONGEST = 400;

/** Returns a text with the canary as its first line, in the place of another one. */
export function withCanary(
  text: string,
  form: CanaryForm,
  dataset: Pick<Dataset, 'name' | 'canary'>,
): string {
  const sentence = canarySentence(dataset);
  const line = form === 'markdown' ? `<!-- ${sentence} -->` : `# ${sentence}`;
  return `${line}\n${withoutCanary(text)}`;
}

/** Returns a text without its canary: what agents read, and what digests are computed from. */
export function withoutCanary(text: string): string {
  return text.replace(LINE, '');
}

/** Like `withoutCanary`, for bytes that need not be text. */
export function bytesWithoutCanary(bytes: Buffer): Buffer {
  const found = LINE.exec(bytes.toString('latin1', 0, LONGEST));
  return found === null ? bytes : bytes.subarray(found[0].length);
}
