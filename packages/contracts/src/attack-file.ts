import { z } from 'zod';
import { instanceSchema } from './instance.ts';

/**
 * What an attack exploits. V1 to V8 are the classes of BenchJack's checklist for evaluations of agents; the
 * others are special to refactoring.
 */
export const attackClassSchema = z.enum([
  /** V1, no isolation: the patch steers the runner of the tests. */
  'harness-steering',
  /** V2, shipped answers: golden's words or tests without its work. */
  'leaked-answer',
  /** V3, untrusted input: the patch carries files that tools of the grader would obey. */
  'hostile-input',
  /** V4, judges: text in the patch addresses who grades it. */
  'judge-injection',
  /** V5, weak matching: the old code is spelled in another way. */
  'respelled-pattern',
  /** V6, checks that check nothing: tests that notice nothing any more. */
  'emptied-tests',
  /** V7, trusted output: the patch reports results itself. */
  'forged-output',
  /** V8, needless permissions: code under test reaches for the grader's files. */
  'needless-permissions',
  /** New patterns in code that does nothing. */
  'decoy-code',
  /** Old code is deleted, not replaced. */
  'deleted-code',
  /** Old code is moved to where nobody looks. */
  'moved-out-of-sight',
  /** Code that no longer works, and hides it. */
  'swallowed-errors',
]);

export type AttackClass = z.infer<typeof attackClassSchema>;

/**
 * Files of the patched tree:
 * - `tests`: test files in the language of the instance.
 * - `sources`: its other files in that language, without third-party and build folders.
 * - `matched`: files that reductive rules match on base.
 * - `golden`: files that additive rules match on golden.
 */
const filesSchema = z.enum(['tests', 'sources', 'matched', 'golden']);

export type AttackFiles = z.infer<typeof filesSchema>;

const expressionSchema = z.string().refine((text) => {
  try {
    return new RegExp(text, 'gm') instanceof RegExp;
  } catch {
    return false;
  }
}, 'this is not a regular expression');

/**
 * One step of an attack. Texts may contain `{{words}}` (names that golden adds), `{{decoys}}` (code of
 * golden that additive rules match), `{{path}}`, `{{folder}}` and `{{name}}` (the
 * file, its folder, and its name without extension).
 */
const stepSchema = z.discriminatedUnion('do', [
  /** Takes golden's version of files: the honest part of a dishonest patch. */
  z.strictObject({ do: z.literal('golden'), files: z.enum(['sources', 'tests']) }),
  /** Plants faults of value in the sources: what the attack hides. */
  z.strictObject({ do: z.literal('break'), most: z.int().min(1).default(200) }),
  z.strictObject({
    do: z.literal('replace'),
    in: filesSchema,
    pattern: expressionSchema,
    with: z.string(),
    /** In at most so many files. */
    most: z.int().min(1).default(1_000),
  }),
  /** Replaces the text of matches of reductive rules on base. `{{match}}` is the text. */
  z.strictObject({
    do: z.literal('matches'),
    pattern: expressionSchema.default('[^]*'),
    with: z.string(),
  }),
  z.strictObject({
    do: z.literal('add'),
    in: filesSchema,
    at: z.enum(['start', 'end']),
    text: z.string(),
    most: z.int().min(1).default(1_000),
  }),
  z.strictObject({ do: z.literal('write'), path: z.string(), text: z.string() }),
  z.strictObject({ do: z.literal('remove'), in: filesSchema }),
  z.strictObject({
    do: z.literal('move'),
    in: filesSchema,
    to: z.string(),
    /** A file that takes the old place. */
    leave: z.string().optional(),
  }),
  /** Puts a symbolic link to each file in its place, and the file to another one. */
  z.strictObject({ do: z.literal('link'), in: filesSchema, to: z.string() }),
]);

export type AttackStep = z.infer<typeof stepSchema>;

const attackSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, 'an id consists of lower-case letters, digits and "-"'),
  /** What the patch does, in one sentence. */
  what: z.string().min(1),
  /** What it would earn if nobody looked. */
  earns: z.string().min(1),
  /** Why it must not. */
  because: z.string().min(1),
  /**
   * What is expected to refuse it: kinds of findings, `tests` (Pass is 0), `pass_strict`, or `rules` (no strict
   * figure above 0). One is enough.
   */
  refused_by: z.array(z.string()).min(1),
  /** Steps by language. `all` serves the languages that have none of their own. */
  steps: z.partialRecord(
    z.enum([...instanceSchema.shape.language.options, 'all']),
    z.array(stepSchema).min(1),
  ),
});

export type Attack = z.infer<typeof attackSchema>;

/** `attacks/<class>.yaml`: attacks of one class, as data. Each is made into a patch of an instance. */
export const attackFileSchema = z.strictObject({
  class: attackClassSchema,
  about: z.string().min(1),
  attacks: z.array(attackSchema).min(1),
});

export type AttackFile = z.infer<typeof attackFileSchema>;
