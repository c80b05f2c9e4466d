import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { execa } from 'execa';
import { z } from 'zod';

/** A package that npm downloaded. */
export interface DownloadedPackage {
  readonly archive: string;
  readonly name: string;
  readonly version: string;
  /** Digest of the archive, as the registry gives it. */
  readonly integrity: string;
}

const packedSchema = z.object({
  name: z.string(),
  version: z.string(),
  filename: z.string().regex(/^[\w.@+-]+$/),
  integrity: z.string(),
});

/** npm 11 prints an object by name, earlier versions print a list. */
const answerSchema = z.union([
  z.tuple([packedSchema]),
  z
    .record(z.string(), packedSchema)
    .transform((byName) => Object.values(byName))
    .pipe(z.tuple([packedSchema])),
]);

/**
 * Downloads a package with the npm of the user, so that registry, scopes, proxy, certificates and
 * authentication are those of npm. No script of the package runs.
 * @param version an exact version or a tag
 * @param folder where the archive is written
 * @throws RefbenchError kinds `repository`, `usage` if npm is missing
 */
export async function downloadPackage(
  { name, version }: { readonly name: string; readonly version: string | undefined },
  folder: string,
  signal: AbortSignal,
): Promise<DownloadedPackage> {
  const spec = version === undefined ? name : `${name}@${version}`;
  const args = ['pack', spec, '--json', `--pack-destination=${folder}`, '--ignore-scripts'];
  const result = await execa('npm', [...args, '--loglevel=error'], {
    stdin: 'ignore',
    reject: false,
    cancelSignal: signal,
  });
  signal.throwIfAborted();
  if (result.code === 'ENOENT') {
    throw new RefbenchError({
      kind: 'usage',
      message: 'npm is not installed, so no package can be downloaded',
      hint: 'install npm, or download the archive of the package and run refbench dataset pull FILE',
    });
  }
  if (result.failed) throw notDownloaded(spec, reasonOf(result.stdout, result.stderr));
  const answer = parseJson(result.stdout, answerSchema);
  if (answer.kind === 'invalid') throw notDownloaded(spec, 'npm pack printed an unexpected answer');
  const [{ filename, ...packed }] = answer.value;
  return { ...packed, archive: join(folder, filename) };
}

const errorSchema = z.object({ error: z.object({ summary: z.string() }) });

/** With --json, npm prints its error as JSON on standard output. */
function reasonOf(stdout: string, stderr: string): string {
  const answer = parseJson(stdout, errorSchema);
  const text = answer.kind === 'valid' ? answer.value.error.summary : stderr;
  const line = text.split('\n').find((one) => one.trim() !== '');
  return line?.replace(/^npm (?:error|ERR!) ?/, '').trim() ?? 'npm pack failed';
}

function notDownloaded(spec: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'repository',
    message: `npm could not download ${spec}: ${reason}`,
    hint: `make "npm view ${spec}" work on this machine, or name a folder, an archive or a commit`,
  });
}
