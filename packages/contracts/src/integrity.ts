import { z } from 'zod';

/**
 * What a finding is about. The list is closed, so that reports, boards and documentation can name
 * every kind.
 */
const integrityFindingKindSchema = z.enum([
  /** The test command died by a signal, or its verdict contradicts what the harness saw. */
  'forged-verdict',
  /** The suite still passes although faults were planted in the code that it should test. */
  'suite-misses-planted-faults',
  /** Too few of the instance's planted faults fit the patched tree to draw a conclusion. */
  'faults-not-plantable',
  /** The recipe counts tests beside the code under test, which can reach the counts. */
  'shared-verdict-channel',
  /** Tests that pass on base and on golden are gone or no longer pass. */
  'tests-missing',
  /** Tests fail in their original form and pass in the form that the patch gave them. */
  'original-tests-failing',
  /** Test files lost assertions while their tests kept their names. */
  'tests-emptied',
  /** The suite reports more tests than its files can explain. */
  'tests-unexplained',
  /** Files that cannot be scanned, and could be scanned on base. */
  'unscannable-files',
  /** Additive patterns occur in unused code. */
  'dead-additions',
  /** Old code is only spelled in another way: through aliases, computed names or reflection. */
  'pattern-respelled',
  /** A symbolic link stands where golden moved files to. */
  'link-instead-of-move',
  /** Source files moved to another language or to an extension that the rules do not read. */
  'language-changed',
  /** Most of the code that reductive rules matched was deleted and not rewritten. */
  'mass-deletion',
  /** The patch resembles the golden patch more closely than independent work does. */
  'golden-similarity',
  /** Files that steer the test run were changed: runner configuration, hooks, lock files. */
  'harness-file-touched',
  /** Packages that were asked for: the project itself, names like a dependency's, withdrawn versions. */
  'package-requests',
  /** Added text addresses a grader, a judge or a scoring system. */
  'prompt-injection',
]);

/**
 * - `void`: the result does not count; `pass` is 0.
 * - `suspect`: the result is kept, but not ranked until a person has looked at it.
 * - `note`: shown beside the result, with no effect on it.
 */
export const integritySeveritySchema = z.enum(['void', 'suspect', 'note']);

export const integrityFindingSchema = z.strictObject({
  kind: integrityFindingKindSchema,
  severity: integritySeveritySchema,
  /** One sentence for display. */
  detail: z.string(),
  /** Paths in the patched tree, at most 20. */
  files: z.array(z.string()).readonly(),
});

export type IntegrityFinding = z.infer<typeof integrityFindingSchema>;

/**
 * Extent of the integrity checks: static checks and extra test runs (`full`), only static checks
 * (`fast`), or none (`none`). Only `full` results can be ranked.
 */
export const controlsLevelSchema = z.enum(['full', 'fast', 'none']);

export type ControlsLevel = z.infer<typeof controlsLevelSchema>;

/** Findings of the integrity checks for one attempt, and whether its score may be ranked. */
export const integritySchema = z.strictObject({
  controls: controlsLevelSchema,
  findings: z.array(integrityFindingSchema).readonly(),
  ranked: z.boolean(),
});

export type Integrity = z.infer<typeof integritySchema>;
