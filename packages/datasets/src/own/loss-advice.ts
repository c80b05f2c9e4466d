import type { Step } from '../build/steps.ts';

const VARYING =
  'The outcome of tests varies. Leave these tests out: excluded_tests in instance.yaml.';

/** What a person can do about a candidate that dropped out, by its step and its reason. The first match counts. */
const ADVICE: readonly {
  readonly step: Step;
  readonly reason: RegExp;
  /** Undefined if nothing saves the candidate. */
  readonly advice: string | undefined;
}[] = [
  {
    step: 'rules',
    reason: /no rule was found|rules; \d+ are needed|no (?:additive|reductive) rule/,
    advice:
      'The change is too small or too varied for rules. Write some yourself: refbench rules register.',
  },
  {
    step: 'rules',
    reason: /cover \d+ %/,
    advice: 'Write rules for the rest of the change: refbench rules register.',
  },
  {
    step: 'texts',
    reason: /contains/,
    advice: 'Edit task.open.md so that it names only what base contains.',
  },
  {
    step: 'environment',
    reason: /within \d+ minutes/,
    advice: 'Allow more time: --environment-minutes.',
  },
  {
    step: 'environment',
    reason: /tests on (?:base|golden); at least|only \d+ of \d+ tests pass|produced no counts/,
    advice: 'Correct environment/test_command so that it runs the suite: see docs/environments.md.',
  },
  {
    step: 'environment',
    reason: /leak/i,
    advice:
      'Something that is installed contains the result, such as a later release of this project. Install another version in environment/setup_shell.sh.',
  },
  // Nobody but its author can build it.
  { step: 'environment', reason: /outside of the repository/, advice: undefined },
  {
    step: 'environment',
    reason: /runs on (?:base|golden) differ/,
    advice: VARYING,
  },
  {
    step: 'environment',
    reason: /./,
    advice:
      'Correct the scripts in environment/ and run the command again with --retry: see docs/environments.md.',
  },
  {
    step: 'admission',
    reason: /runs on (?:base|golden) differ/,
    advice: VARYING,
  },
  {
    step: 'admission',
    reason: /executes \d+ of \d+/,
    advice: 'The suite hardly runs the code that changes. Tests for it would make it an instance.',
  },
  {
    step: 'admission',
    reason: /trick/,
    advice: 'The rules can be followed without the refactoring. Remove the weakest rules.',
  },
  {
    step: 'admission',
    // What golden needs to pass was measured on golden, too.
    reason: /Pass of golden/,
    advice: VARYING,
  },
  {
    step: 'admission',
    reason: /golden/,
    advice: 'Golden does not get the full score. See why: refbench instance check.',
  },
];

/** Returns one sentence about what would save the candidate; undefined if nothing would. */
export function adviceFor(step: Step, reason: string): string | undefined {
  return ADVICE.find((row) => row.step === step && row.reason.test(reason))?.advice;
}
