import {
  comparePackages,
  listBaseImages,
  recordPackages,
  recordPath,
  verifyImage,
  type ImageDefinitions,
  type PackageDrift,
} from '@refbench/env-builder';
import { matchesPattern } from '@refbench/instances';
import type { Engine } from '@refbench/sandbox';
import { terminalText } from '../terminal/terminal-text.ts';

/** The result of verifying one base image. */
export interface VerifiedImage {
  readonly image: string;
  readonly built: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
  /** Null if the image is not built. */
  readonly packages: PackageDrift | null;
}

/**
 * Verifies the built images that match the patterns. Returns false if a check failed or no image was
 * built.
 */
export async function verifyImages(
  patterns: readonly string[],
  context: {
    readonly engine: Engine;
    readonly definitions: ImageDefinitions;
    readonly signal: AbortSignal;
    readonly record: boolean;
  },
  show: (image: VerifiedImage) => void,
): Promise<boolean> {
  const { engine, definitions, signal, record } = context;
  let good = true;
  let verified = 0;
  for (const { name, built } of await listBaseImages(engine, definitions)) {
    if (patterns.length > 0 && !patterns.some((pattern) => matchesPattern(name, pattern))) continue;
    if (built === undefined) {
      if (patterns.length > 0) show({ image: name, built: false, checks: [], packages: null });
      continue;
    }
    verified += 1;
    const { checks, packages } = await verifyImage(engine, { name, ...built }, definitions, signal);
    good &&= checks.every(({ ok }) => ok);
    if (record) await recordPackages(recordPath(name), packages);
    const drift = await comparePackages(recordPath(name), packages);
    show({ image: name, built: true, checks, packages: drift });
  }
  if (verified === 0) {
    process.stderr.write('no matching base image is built; run `refbench images build`\n');
  }
  return good && verified > 0;
}

/** Formats the result as text. */
export function verifiedText({ image, checks, packages }: VerifiedImage): string {
  if (packages === null) return `${image}  not built`;
  const lines = checks.map(
    ({ ok, check, detail }) =>
      `${image}  ${ok ? 'ok  ' : 'FAIL'}  ${check}  ${terminalText(detail)}`,
  );
  return [...lines, `${image}  ${driftText(packages)}`].join('\n');
}

function driftText(drift: PackageDrift): string {
  if (drift.kind === 'unrecorded') return 'packages are not recorded; use --record';
  const { gone, come } = drift;
  if (gone.length === 0 && come.length === 0) return 'packages match the record';
  const changes = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  return `packages differ from the record: ${changes.join(', ')}`;
}
