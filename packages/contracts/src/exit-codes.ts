/**
 * What the `refbench` process returns. 0, 2, 3 and 130 are the ends of a run; the others name the
 * kind of input or machine that has to be fixed, so that a script can tell them apart.
 */
export const EXIT_CODES = {
  ok: 0,
  bug: 1,
  usage: 2,
  'infra-incomplete': 3,
  engine: 4,
  image: 5,
  patch: 6,
  'invalid-file': 7,
  'in-use': 8,
  disk: 9,
  repository: 10,
  interrupted: 130,
} as const;

export type ExitKind = keyof typeof EXIT_CODES;
