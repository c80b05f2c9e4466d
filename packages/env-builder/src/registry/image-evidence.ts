import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { digestSchema, instanceIdSchema, type Digest } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { leakReportSchema, type LeakReport } from '@refbench/leak-gate';
import { pack } from 'tar-stream';
import { z } from 'zod';
import type { Engine } from '@refbench/sandbox';

/**
 * What a push says about an image. It lies beside the image in the registry, as a small image of its own,
 * so that whoever pulls needs nothing else.
 */
export interface ImageEvidence {
  readonly schema: 1;
  readonly instance: string;
  readonly recipe: Digest;
  /** The identity of the environment: recipe, tree of base, base image and manifests. */
  readonly environment: Digest;
  /** Id of the image, which is the same on every host that pulls it. */
  readonly image: Digest;
  /** Digest of its manifest in the registry. */
  readonly manifest: Digest;
  readonly base: {
    readonly name: string;
    readonly digest: Digest;
    readonly image: Digest;
    readonly manifest: Digest;
  };
  readonly leaks: LeakReport;
}

const imageEvidenceSchema: z.ZodType<ImageEvidence> = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  recipe: digestSchema,
  environment: digestSchema,
  image: digestSchema,
  manifest: digestSchema,
  base: z.strictObject({
    name: z.string().regex(/^[a-z0-9.-]+$/),
    digest: digestSchema,
    image: digestSchema,
    manifest: digestSchema,
  }),
  leaks: leakReportSchema,
});

const LABEL = 'refbench.evidence';
const MAX_BYTES = 4 * 2 ** 20;

/** Creates the image with the evidence. The caller removes the reference. */
export async function makeEvidenceImage(
  engine: Engine,
  evidence: ImageEvidence,
  reference: string,
): Promise<string> {
  const text = JSON.stringify(evidence);
  const archive = pack();
  const bytes = buffer(archive);
  archive.entry({ name: 'evidence.json', mtime: new Date(0) }, text);
  archive.finalize();
  const rootfs = Readable.from([await bytes], { objectMode: false });
  const label = gzipSync(text, { level: 9 }).toString('base64');
  return (await engine.importImage(rootfs, reference, [`LABEL ${LABEL}=${label}`])).id;
}

/** Reads the evidence of an image. Undefined if it has none that is valid. */
export async function readEvidenceImage(
  engine: Engine,
  reference: string,
): Promise<ImageEvidence | undefined> {
  const label = (await engine.inspectImage(reference))?.labels[LABEL];
  if (label === undefined) return undefined;
  try {
    const text = gunzipSync(Buffer.from(label, 'base64'), { maxOutputLength: MAX_BYTES });
    const evidence = parseJson(text.toString('utf8'), imageEvidenceSchema);
    return evidence.kind === 'valid' ? evidence.value : undefined;
  } catch {
    return undefined;
  }
}
