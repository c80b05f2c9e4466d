import { instanceSchema, RefbenchError, repositoryNameSchema } from '@refbench/contracts';
import { parseJson, readTextInput } from '@refbench/base';
import { z } from 'zod';

/**
 * One line of a list of candidates. Lines of candidates.jsonl are valid; a list that a person writes
 * needs only the repository and the commit.
 */
const candidateLineSchema = z.looseObject({
  repository: repositoryNameSchema,
  /** The refactoring commit. */
  golden: instanceSchema.shape.golden,
  url: z.string().optional(),
  language: instanceSchema.shape.language.optional(),
  category: z.string().optional(),
  licence: z.string().optional(),
  provenance: z.string().optional(),
  /** Of somebody's own code: no open licence is needed. */
  private: z.literal(true).optional(),
});

/** Checks a candidate that a program made. */
export function candidateLine(line: z.input<typeof candidateLineSchema>): CandidateLine {
  return candidateLineSchema.parse(line);
}

export type CandidateLine = z.infer<typeof candidateLineSchema>;

/** Identifies a candidate in the journal, before its base is known. */
export function candidateKey({ repository, golden }: CandidateLine): string {
  return `${repository.toLowerCase()}@${golden}`;
}

/**
 * Reads a list of candidates, one JSON object a line. The order is that of the file.
 * @throws RefbenchError kind `invalid-file` for an invalid line or a commit that is listed twice
 */
export async function readCandidates(path: string): Promise<readonly CandidateLine[]> {
  const text = await readTextInput(path, {
    called: 'list of candidates',
    hint: 'specify candidates.jsonl of a mining folder, or a file with one JSON object a line',
  });
  const seen = new Map<string, number>();
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = parseJson(line, candidateLineSchema);
    if (parsed.kind !== 'valid') {
      throw invalid(path, index, 'is no candidate', 'each line needs "repository" and "golden"');
    }
    const key = candidateKey(parsed.value);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw invalid(path, index, `repeats the commit of line ${earlier + 1}`, 'remove one of them');
    }
    seen.set(key, index);
    return [parsed.value];
  });
}

function invalid(path: string, index: number, what: string, hint: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: line ${index + 1} ${what}`,
    hint,
  });
}
