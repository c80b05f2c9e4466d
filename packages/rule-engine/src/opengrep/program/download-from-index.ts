import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Dispatcher } from 'undici';
import { errorTextWithCause } from '@refbench/base';
import { pipSettings, type PipSettings } from './pip-settings.ts';
import { ACCEPT, fileAddress } from './simple-index.ts';

export interface DownloadOptions {
  /** PEM certificates to trust in addition to the well-known ones and those in environment variables. */
  readonly certificates?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A server that sends nothing for this time has failed. */
const SILENCE_MS = 60_000;

/** A file that a package index lists for a project. */
export interface IndexFile {
  /** Name of the project in lower case with hyphens. */
  readonly project: string;
  readonly file: string;
}

/**
 * Downloads a file of a Python project from the folders and indexes in pip's settings. The content is
 * not verified here.
 * @throws Error with the searched locations, without passwords
 */
export async function downloadFromIndex(
  wanted: IndexFile,
  options: DownloadOptions = {},
): Promise<Buffer> {
  const { env = process.env, signal } = options;
  const settings = await pipSettings(env);
  const local = await findLocally(wanted, settings);
  if (local !== undefined) return local;
  const dispatcher = await dispatcherFor(settings, options);
  const reasons: string[] = [];
  try {
    for (const index of settings.indexes) {
      try {
        return await downloadFrom(index, wanted, { dispatcher, signal });
      } catch (error) {
        signal?.throwIfAborted();
        reasons.push(`${withoutPassword(index)}: ${errorTextWithCause(error)}`);
      }
    }
  } finally {
    await dispatcher.close();
  }
  throw new Error(
    reasons.length === 0 ? 'the settings of pip disable all indexes' : reasons.join('; '),
  );
}

async function findLocally(
  { file }: IndexFile,
  { findLinks }: PipSettings,
): Promise<Buffer | undefined> {
  for (const link of findLinks) {
    if (/^https?:/.test(link)) continue;
    const folder = link.startsWith('file:') ? fileURLToPath(link) : link;
    const found = await readFile(join(folder, file)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Connection {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal | undefined;
}

async function downloadFrom(
  index: string,
  { project, file }: IndexFile,
  connection: Connection,
): Promise<Buffer> {
  const page = `${index.replace(/\/+$/, '')}/${project}/`;
  const answer = await get(page, index, connection);
  const address = fileAddress((await answer.bytes()).toString('utf8'), answer.address, file);
  if (address === undefined) throw new Error(`it does not list ${file}`);
  return await (await get(address, index, connection)).bytes();
}

/** The user and password of an index also apply to files on the same host. */
async function get(
  address: string,
  index: string,
  { dispatcher, signal }: Connection,
): Promise<{ readonly address: string; readonly bytes: () => Promise<Buffer> }> {
  const { fetch } = await import('undici');
  const { username, password, host } = new URL(index);
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const credentials = Buffer.from(
    `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  );
  const authorized = username !== '' && url.host === host;
  const response = await fetch(url, {
    dispatcher,
    headers: {
      accept: ACCEPT,
      ...(authorized ? { authorization: `Basic ${credentials.toString('base64')}` } : {}),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server responded with ${response.status}`);
  }
  return { address: response.url, bytes: async () => Buffer.from(await response.arrayBuffer()) };
}

async function dispatcherFor(
  { proxy, certificateFile }: PipSettings,
  { certificates = [], env = process.env }: DownloadOptions,
): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  const files = [certificateFile, env['REQUESTS_CA_BUNDLE'], env['SSL_CERT_FILE']];
  const texts = await Promise.all(
    [...files, env['NODE_EXTRA_CA_CERTS']]
      .flatMap((path) => path ?? [])
      .map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const tls = {
    ca: [...rootCertificates, ...certificates, ...texts.filter((text) => text !== '')],
  };
  return new EnvHttpProxyAgent({
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
  });
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//');
}
