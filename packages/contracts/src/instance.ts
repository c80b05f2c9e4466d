import { z } from 'zod';
import { instanceIdSchema } from './instance-id.ts';
import { packagesSettingSchema } from './package-record.ts';

const commitSchema = z.string().regex(/^[0-9a-f]{40}$/, 'a commit is 40 hex digits, lower case');

/** A path inside a tree: relative, forward slashes, no `..`, nothing below `.git`. */
export const treePathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (path) =>
      !path.startsWith('/') &&
      !path.includes('\0') &&
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
      !path.split('/').some((part) => part.toLowerCase() === '.git'),
    'use a relative path without "..", "." or ".git"',
  );

/** `owner/name`, as GitHub writes it. */
export const repositoryNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'expected owner/name, such as koajs/koa: letters, digits, ".", "_" and "-"',
  );

/** The source of both commits. `path` is for a repository next to the instance. */
const repositorySchema = z.strictObject({
  /** `owner/name`. Also identifies the repository in `--mirror`. */
  name: repositoryNameSchema,
  url: z.url({ protocol: /^(https|ssh|file)$/ }).optional(),
  /**
   * Path relative to the folder of the instance: a `base/` tree with a `golden.patch`, or a git
   * repository.
   */
  path: z.string().optional(),
});

/** The name of a file directly in a folder. */
const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected a file name');

/**
 * How the tests of the suite are counted. RefBench then adds `count_tests`, `run_tests` and the counter
 * to the scripts of the instance. Without this section, the scripts count the tests themselves.
 */
const suiteSchema = z.strictObject({
  /** Version of the counter in docker/counter. A released version never changes. */
  counter: z.int().min(1),
  /** Format of the reports, e.g. `junit-xml`. `mixed`: each is named `<anything>.<format>.report`. */
  format: z
    .string()
    .regex(/^[a-z][a-z-]*$/, 'expected the name of a report format')
    .meta({ examples: ['junit-xml'] }),
  /**
   * Reports that the command `test_command` leaves in `$REFBENCH_REPORTS`. `*` stands for any characters
   * of a name, and `@list` for the files that the file `list` names, one a line.
   */
  reports: z.array(z.string().min(1)).min(1),
  /** Tests whose outcome varies from run to run. They do not count. */
  excluded_tests: z.array(z.string().min(1)).min(1).optional(),
});

export type SuiteSettings = z.infer<typeof suiteSchema>;

const environmentSchema = z.strictObject({
  /** Base image by its name in docker/images/images.yaml, e.g. `node-20`. */
  base_image: z
    .string()
    .regex(
      /^[a-z][a-z0-9.-]*$/,
      'expected the name of a base image: lower-case letters, digits, "." and "-"',
    )
    .meta({ examples: ['node-20'] }),
  /**
   * Dependency manifests (package.json, lock files, go.mod and so on). One build step uses golden's
   * versions of these files to warm the package caches. They never remain in the image.
   */
  manifests: z.array(treePathSchema).default([]),
  /**
   * Paths that the scripts write in the tree and that no .gitignore of it covers, such as `node_modules`. Git
   * ignores them and everything below them, and they are never part of a patch. Neither commit may contain them.
   */
  ignored: z.array(treePathSchema).min(1).optional(),
  /** Time limit of one test run in seconds. */
  test_timeout_seconds: z.int().min(10).max(900).default(900),
  suite: suiteSchema.optional(),
  /** Programs in docker/recipes that the scripts call, each with its version. */
  programs: z.record(fileNameSchema, z.int().min(1)).optional(),
});

/** instance.yaml */
export const instanceSchema = z.strictObject({
  schema: z.literal(1),
  id: instanceIdSchema,
  repository: repositorySchema,
  base: commitSchema,
  golden: commitSchema,
  language: z.enum(['typescript', 'javascript', 'python', 'go', 'java', 'rust', 'c', 'cpp']),
  category: z.string().min(1),
  licence: z.string().min(1),
  /** Origin of the instance: who chose the commit, and where its texts and rules come from. */
  provenance: z.string().min(1),
  environment: environmentSchema,
  /**
   * Made of somebody's own code and for their use alone. Such an instance needs no open licence and no
   * review of its texts, and it cannot be published.
   */
  private: z.literal(true).optional(),
  /**
   * Why the tests of the repository cannot be run. Such an instance has no `environment/` and no
   * image. It is scored by its rules alone: IFR and precision, without Pass and alignment.
   */
  no_tests: z.string().min(1).optional(),
  /** Packages that the manifests of golden add. Every agent may know them. */
  dependencies_of_golden: z.array(z.string()).default([]),
  /** Whether agents can get packages of the time of base. `none` if absent. */
  packages: packagesSettingSchema.optional(),
});

export type Instance = z.infer<typeof instanceSchema>;

export const trackSchema = z.enum(['instructed', 'open']);
export type Track = z.infer<typeof trackSchema>;

export const modeSchema = z.enum(['direct', 'plan', 'multiplan']);
export type Mode = z.infer<typeof modeSchema>;
