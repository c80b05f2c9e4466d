import type { Label, LabelCriterion } from '@refbench/contracts';

/** Short forms of the scales for people. The prompts contain the full text. */
export const RUBRIC: Readonly<Record<LabelCriterion, Readonly<Record<Label, string>>>> = {
  issue: {
    0: 'it is clear what a right solution must do',
    1: 'details are open, but there is one sensible way to read them',
    2: 'it can be read in several ways',
    3: 'without more information nobody knows what to do',
  },
  tests: {
    0: 'the tests accept every right solution',
    1: 'an unusual right solution might fail',
    2: 'sensible right solutions fail',
    3: 'the tests are too narrow or too broad, or look for something else',
  },
  effort: {
    0: 'less than 15 minutes',
    1: '15 minutes to 1 hour',
    2: '1 to 4 hours',
    3: 'more than 4 hours',
  },
};
