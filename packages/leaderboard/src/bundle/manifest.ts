import { digestSchema, instanceIdSchema, segmentSchema } from '@refbench/contracts';
import { z } from 'zod';

/** The file of a submitter that describes the agents of a run. */
export const submissionDescriptionSchema = z.strictObject({
  /** Who submits. */
  submitter: z.string().min(1).max(200),
  contact: z.string().min(1).max(200),
  agents: z
    .array(
      z.strictObject({
        /** Name of the agent in the run. */
        name: segmentSchema,
        /** Name on the board. */
        title: z.string().min(1).max(100),
        organisation: z.string().min(1).max(100),
        model: z.string().max(100).optional(),
        url: z.url({ protocol: /^https?$/ }).optional(),
        open_source: z.boolean(),
        notes: z.string().max(2000).optional(),
      }),
    )
    .min(1),
});

export type SubmissionDescription = z.infer<typeof submissionDescriptionSchema>;

/** A file of a bundle. */
const bundleFileSchema = z.strictObject({
  path: z.string(),
  size: z.int().min(0),
  digest: digestSchema,
});

/** manifest.json of a bundle: what it contains, and what it claims to be. */
export const manifestSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-submission'),
  /** Name of the run. */
  run: segmentSchema,
  tool: z.string(),
  description: submissionDescriptionSchema,
  /** The attempt that counts for each planned agent, instance and repeat. */
  attempts: z.array(
    z.strictObject({
      instance: instanceIdSchema,
      agent: segmentSchema,
      repeat: z.int().min(1),
      attempt: z.int().min(1),
    }),
  ),
  /** All other files, by path. */
  files: z.array(bundleFileSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** signature.json of a bundle: who vouches for the manifest. */
export const signatureSchema = z.strictObject({
  schema: z.literal(1),
  algorithm: z.literal('ed25519'),
  /** The public key as SPKI in base64. */
  public_key: z.base64(),
  /** Signature of the canonical JSON of the manifest, in base64. */
  signature: z.base64(),
});

export type BundleSignature = z.infer<typeof signatureSchema>;

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'signature.json';
export const RUN_FOLDER = 'run';

/** What a bundle contains of an attempt. Nothing else of it is needed to grade it again. */
export const ATTEMPT_FILES = {
  required: ['attempt.json', 'prompt.md', 'score.json'],
  optional: [
    'patch.diff',
    'trajectory.json',
    'usage.jsonl',
    'packages.json',
    'packages.jsonl',
    'rules.sarif',
    'tests.json',
    'controls.json',
    'agent.log',
    'tests.log',
  ],
} as const;
