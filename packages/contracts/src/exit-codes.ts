/**
 * Exit codes of `refbench`. 0, 2, 3 and 130 are results of a run. The others identify the kind of
 * input or resource that must be fixed, so that scripts can distinguish them.
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
