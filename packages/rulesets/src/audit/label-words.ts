import type { AuditLabel } from './audit-record.ts';

/**
 * Words that people use for the two labels: of the question whether a rule is restrictive, and of what
 * to do with it. Case, hyphens, underscores and spaces do not matter.
 */
const WORDS: Readonly<Record<AuditLabel, readonly string[]>> = {
  restrictive: [
    'restrictive',
    'overly restrictive',
    'too restrictive',
    'over restrictive',
    'over specified',
    'overspecified',
    'over specific',
    'overly specific',
    'too specific',
    'implementation specific',
    'invalid',
    'reject',
    'rejected',
    'remove',
    'drop',
    'yes',
    'true',
    '1',
  ],
  free: [
    'free',
    'not restrictive',
    'non restrictive',
    'nonrestrictive',
    'unrestrictive',
    'permissive',
    'general',
    'acceptable',
    'valid',
    'accept',
    'accepted',
    'keep',
    'no',
    'false',
    '0',
  ],
};

const BY_WORD = new Map(
  (['restrictive', 'free'] as const).flatMap((label) =>
    WORDS[label].map((word): [string, AuditLabel] => [word, label]),
  ),
);

/** Returns the label that a word stands for. Undefined for an unknown word. */
export function labelOfWord(word: string): AuditLabel | undefined {
  return BY_WORD.get(
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
}
