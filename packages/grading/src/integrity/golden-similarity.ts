import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntegrityFinding } from '@refbench/contracts';
import { isLock } from '@refbench/code-facts';
import { lineKey, type TreeChange } from '@refbench/scoring';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';
import { isReferenceAgent } from './reference-agents.ts';

/**
 * A line is specific to golden if it has at least two words that occur neither on base nor in the
 * task. Whoever writes it again, character by character, has chosen the same two new words and
 * everything around them. One such line may be a coincidence. Five lines, and a third of all, are
 * not.
 */
const NEW_WORDS = 2;
const MIN_LINES = 5;
const MIN_SHARE = 1 / 3;

/** Shorter words and lines are too often equal by chance. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
const MIN_CHARACTERS = 25;

/**
 * Finds lines that are specific to golden. Suspect, not void: a model may know the public commit by
 * heart, which is not independent work, but not the fault of the agent either.
 */
export const goldenSimilarity: StaticCheck = async ({
  prepared,
  agent,
  strict,
  strictReference,
}) => {
  const { goldenChange, fullLines } = strictReference;
  if (isReferenceAgent(agent) || goldenChange === undefined) return [];
  return similarityFindings({
    golden: goldenChange,
    patched: strict.state.lines,
    known: [...[...fullLines.values()].flat(), ...(await taskTexts(prepared.dir))],
  });
};

export interface SimilarityInput {
  readonly golden: TreeChange;
  /** Text of the files that the patch changes or adds. */
  readonly patched: ReadonlyMap<string, readonly string[]>;
  /** Lines of base and of the task. Their words are known to everybody. */
  readonly known: readonly string[];
}

export function similarityFindings(input: SimilarityInput): readonly IntegrityFinding[] {
  const own = ownLines(input);
  const shared = new Map<string, string>();
  for (const [file, lines] of input.patched) {
    for (const line of lines) {
      const key = lineKey(line);
      if (own.has(key)) shared.set(key, file);
    }
  }
  if (shared.size < MIN_LINES || shared.size < own.size * MIN_SHARE) return [];
  const detail = `${shared.size} of ${own.size} lines that only the golden patch would have are in this patch verbatim`;
  return [
    findingAbout(
      { kind: 'golden-similarity', severity: 'suspect', detail },
      [...new Set(shared.values())].map(bytePath),
    ),
  ];
}

function ownLines({ golden, known }: SimilarityInput): ReadonlySet<string> {
  const words = new Set(known.flatMap((line) => line.match(WORD) ?? []));
  const lines = new Set(known.map(lineKey));
  // Package managers write lock files, so equal lines show no copying.
  const written = [...golden].filter(([path]) => !isLock(path)).map(([, file]) => file);
  const added = written.flatMap(({ hunks }) =>
    hunks.flatMap((hunk) => hunk.added.map(({ text }) => text)),
  );
  const own = added.filter((text) => {
    const key = lineKey(text);
    if (key.length < MIN_CHARACTERS || lines.has(key)) return false;
    const fresh = new Set((text.match(WORD) ?? []).filter((word) => !words.has(word)));
    return fresh.size >= NEW_WORDS;
  });
  return new Set(own.map(lineKey));
}

async function taskTexts(dir: string): Promise<readonly string[]> {
  const names = (await readdir(dir)).filter((name) => /^task\..*\.md$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n'));
}
