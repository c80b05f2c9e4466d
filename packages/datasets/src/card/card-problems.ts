import { join } from 'node:path';
import { digestSchema, type Dataset, type Digest } from '@refbench/contracts';
import { readFileWithin } from '@refbench/base';
import type { DatasetProblem } from './dataset-problem.ts';

/** Name of the card in the folder of the instances. */
const CARD_FILE = 'README.md';

const MAX_CARD_BYTES = 10_000_000;

/**
 * Checks that the card is there, has the canary, and describes this version and this content.
 * @param digest of the content; undefined if the instances cannot be read
 */
export async function cardProblems(
  instancesDir: string,
  dataset: Dataset,
  digest: Digest | undefined,
): Promise<readonly DatasetProblem[]> {
  const path = join(instancesDir, CARD_FILE);
  const hint = `run refbench dataset card --out ${path}`;
  const bytes = await readFileWithin(instancesDir, path, MAX_CARD_BYTES);
  if (bytes === undefined) return [{ subject: CARD_FILE, problem: 'there is no card', hint }];
  const card = bytes.toString('utf8');
  const problem = (text: string): DatasetProblem => ({ subject: CARD_FILE, problem: text, hint });
  const [version, written] = [fieldOf(card, 'version'), fieldOf(card, 'digest')];
  return [
    ...(card.includes(dataset.canary) ? [] : [problem('the canary is not in the card')]),
    ...(version === dataset.version
      ? []
      : [problem(`the card is for version ${version ?? '(none)'}, not ${dataset.version}`)]),
    ...(digest === undefined || written === digest
      ? []
      : [problem(`the card is stale: it has digest ${written ?? '(none)'}, not ${digest}`)]),
  ];
}

/** The digest in the card. Undefined if there is no card, or none that RefBench wrote. */
export async function cardDigest(instancesDir: string): Promise<Digest | undefined> {
  const bytes = await readFileWithin(instancesDir, join(instancesDir, CARD_FILE), MAX_CARD_BYTES);
  const written = digestSchema.safeParse(fieldOf(bytes?.toString('utf8') ?? '', 'digest'));
  return written.success ? written.data : undefined;
}

/** A field of the section `refbench` in the front matter of a card. */
function fieldOf(card: string, field: 'version' | 'digest'): string | undefined {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(card)?.[1] ?? '';
  const section = /^refbench:\n((?: {2}.*(?:\n|$))*)/m.exec(front)?.[1] ?? '';
  return new RegExp(`^ {2}${field}: (.*)$`, 'm').exec(section)?.[1];
}
