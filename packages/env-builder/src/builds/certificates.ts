import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { RefbenchError } from '@refbench/contracts';

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM bundle that images do not contain, without duplicates. Well-known
 * roots are skipped, because the images contain them. Anything else in the file, such as a private
 * key, is ignored.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readCertificates(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw invalid(path, 'it cannot be read', cause);
  }
  return splitCertificates(text, path);
}

/** Like `readCertificates`, for a text. `source` is its name in messages. */
export function splitCertificates(text: string, source: string): readonly string[] {
  const known = new Set(wellKnown());
  const kept: string[] = [];
  const blocks = text.match(BLOCK);
  if (blocks === null) throw invalid(source, 'it contains no PEM certificate');
  for (const block of blocks) {
    const print = fingerprint(block, source);
    if (known.has(print)) continue;
    known.add(print);
    kept.push(`${block}\n`);
  }
  return kept;
}

let wellKnownPrints: readonly string[] | undefined;

function wellKnown(): readonly string[] {
  wellKnownPrints ??= rootCertificates.map((block) => fingerprint(block, 'the root certificates'));
  return wellKnownPrints;
}

function fingerprint(block: string, source: string): string {
  try {
    return createHash('sha256').update(new X509Certificate(block).raw).digest('hex');
  } catch (cause) {
    throw invalid(source, 'one of its certificates cannot be decoded', cause);
  }
}

function invalid(source: string, reason: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `CA certificates ${source}: ${reason}`,
    hint: 'specify a PEM file with --ca-certificates',
    cause,
  });
}
