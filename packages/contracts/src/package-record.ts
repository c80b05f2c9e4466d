import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';

/** Whether the containers of agents can get packages: none at all, or those of the commit's time. */
export const packagesSettingSchema = z.enum(['none', 'dated']);
export type PackagesSetting = z.infer<typeof packagesSettingSchema>;

const ecosystemSchema = z.enum(['npm', 'python', 'cargo', 'go', 'maven']);
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal digits');

/** One line of packages.jsonl: a request to the package door and its answer. */
export const packageRequestSchema = z.strictObject({
  at: z.iso.datetime(),
  /** Null if the path is that of no registry. */
  ecosystem: ecosystemSchema.nullable(),
  path: z.string(),
  name: z.string().optional(),
  version: z.string().optional(),
  outcome: z.enum(['served', 'refused']),
  /** Why it was refused. */
  reason: z
    .enum(['not-a-package', 'unknown', 'later', 'own-project', 'unsafe', 'unreachable'])
    .optional(),
  detail: z.string().optional(),
  sha256: sha256Schema.optional(),
  bytes: z.int().min(0).optional(),
  /** The publisher withdrew or deprecated the version. */
  yanked: z.boolean().optional(),
  /** A dependency of base whose name differs in one character. */
  similar_to: z.string().optional(),
});

export type PackageRequest = z.infer<typeof packageRequestSchema>;

const packageArchiveSchema = z.strictObject({
  ecosystem: ecosystemSchema,
  name: z.string(),
  version: z.string(),
  path: z.string(),
  sha256: sha256Schema,
  bytes: z.int().min(0),
  /** Null if the registry states no date. */
  published_at: z.iso.datetime().nullable(),
});

export type PackageArchive = z.infer<typeof packageArchiveSchema>;

const packageDocumentSchema = z.strictObject({
  path: z.string(),
  /** `json` and `html` if a path has two forms. */
  form: z.string(),
  type: z.string(),
  sha256: sha256Schema,
  bytes: z.int().min(0),
});

export type PackageDocument = z.infer<typeof packageDocumentSchema>;

/**
 * packages.json: everything that a package door handed out, by digest. A container that gets exactly this
 * needs no registry.
 */
export const packageListSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  /** Nothing that was published later was shown. Null if there was no such date. */
  cutoff: z.iso.datetime().nullable(),
  /** Registries that were asked, and whether the dates that they state are true. */
  registries: z.array(
    z.strictObject({ ecosystem: ecosystemSchema, dates: z.enum(['true', 'false', 'missing']) }),
  ),
  archives: z.array(packageArchiveSchema),
  documents: z.array(packageDocumentSchema),
  /** Packages that were asked for and could not be handed out. */
  refused: z.array(
    z.strictObject({
      ecosystem: ecosystemSchema.nullable(),
      name: z.string(),
      version: z.string().optional(),
      reason: z.string(),
      detail: z.string(),
    }),
  ),
});

export type PackageList = z.infer<typeof packageListSchema>;

/** A package that a patch needs and that could not be had. */
export const missingPackageSchema = z.strictObject({
  /** Name and version, or an address outside of registries. */
  name: z.string(),
  reason: z.string(),
  detail: z.string(),
});

export type MissingPackage = z.infer<typeof missingPackageSchema>;

/** Packages with which a suite ran, as part of tests.json. */
export const suitePackagesSchema = z.strictObject({
  /** Digest of the archives of packages.json. */
  archives: digestSchema,
  count: z.int().min(0),
  bytes: z.int().min(0),
  /** Whether they were recorded while an agent ran, or resolved for a patch that was made elsewhere. */
  source: z.enum(['attempt', 'resolved']),
  /** Exit status of the installation before the suite. Null if it did not end. */
  installed: z.int().nullable(),
  missing: z.array(missingPackageSchema),
});

export type SuitePackages = z.infer<typeof suitePackagesSchema>;

/** Packages in score.json. */
export const scorePackagesSchema = suitePackagesSchema.extend({
  /** Direct dependencies that the manifests of the patch name and those of base do not. */
  added: z.array(z.string()),
  /** Requests for the project itself in a version that base does not have. All were refused. */
  own_project: z.array(z.string()),
  /** Names that are nearly those of a dependency of base, as `name (dependency)`. */
  similar_names: z.array(z.string()),
  /** Versions that their publisher withdrew or deprecated. */
  yanked: z.array(z.string()),
  /** Registries whose dates are not true, so that versions of every date were shown. */
  undated: z.array(ecosystemSchema),
});

export type ScorePackages = z.infer<typeof scorePackagesSchema>;
