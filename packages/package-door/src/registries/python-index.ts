import { parseJson } from '@refbench/base';
import { pythonName } from '@refbench/leak-gate';
import { z } from 'zod';
import type { StatedDigest, Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Answer, Asked, Registry, RegistryContext, Release } from './registry.ts';

const JSON_TYPE = 'application/vnd.pypi.simple.v1+json';

const digestsSchema = z.record(z.string(), z.string()).catch({});
const metadataSchema = z.union([z.boolean(), digestsSchema]).optional().catch(undefined);
const fileSchema = z.object({
  filename: z.string().regex(/^[A-Za-z0-9][\w.+!-]*$/),
  url: z.string(),
  hashes: digestsSchema,
  'requires-python': z.string().nullish().catch(undefined),
  yanked: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  'upload-time': z.string().optional().catch(undefined),
  'core-metadata': metadataSchema,
  'data-dist-info-metadata': metadataSchema,
  size: z.number().optional().catch(undefined),
});
const pageSchema = z.object({ name: z.string(), files: z.array(z.unknown()) });

type File = z.infer<typeof fileSchema>;

interface Listed {
  readonly file: File;
  readonly url: string;
  readonly release: Release;
}

async function answer(asked: Asked, context: RegistryContext): Promise<Answer> {
  const page = /^simple\/([A-Za-z0-9][\w.-]*)\/?$/.exec(asked.path);
  if (page !== null) return await pageOf(pythonName(page[1] ?? ''), asked, context);
  const file = /^files\/([a-z0-9][a-z0-9-]*)\/([^/]+)$/.exec(asked.path);
  if (file !== null) return await fileOf(file[1] ?? '', decodeURIComponent(file[2] ?? ''), context);
  throw new Refusal(
    'not-a-package',
    'only packages by name are served here: no search, no list of all packages, no other address',
  );
}

async function filesOf(name: string, context: RegistryContext): Promise<readonly Listed[]> {
  const about: Subject = { ecosystem: 'python', name };
  const url = `${context.address}/${name}/`;
  const page = await context.read(url, about, JSON_TYPE);
  if (page === undefined) throw new Refusal('unknown', `no package ${name} is published`, about);
  const parsed = parseJson(page.body.toString('utf8'), pageSchema);
  if (parsed.kind === 'invalid') {
    throw new Refusal('unreachable', `${name}: the index gives no JSON list of files`, about);
  }
  return parsed.value.files.flatMap((value) => {
    const read = fileSchema.safeParse(value);
    const version = read.success ? versionOf(read.data.filename) : undefined;
    if (!read.success || version === undefined) return [];
    const time = new Date(read.data['upload-time'] ?? Number.NaN);
    const publishedAt = Number.isNaN(time.getTime()) ? undefined : time;
    const release = { ecosystem: 'python', name, version, homes: [], publishedAt } as const;
    return [{ file: read.data, url: new URL(read.data.url, url).href, release }];
  });
}

/** Reads the version in the name of a wheel or a source archive. */
function versionOf(filename: string): string | undefined {
  const wheel = /^[^-]+-([^-]+)-.+\.whl$/.exec(filename)?.[1];
  return wheel ?? /^.+?-v?(\d[^-]*?)(?:\.tar\.(?:gz|bz2|xz)|\.zip|\.tgz)$/.exec(filename)?.[1];
}

async function pageOf(name: string, asked: Asked, context: RegistryContext): Promise<Answer> {
  const about: Subject = { ecosystem: 'python', name };
  const files = await filesOf(name, context);
  const shown = files.filter(({ release }) => context.shows(release));
  if (shown.length === 0 && files[0] !== undefined) context.require(files[0].release);
  const wantsJson = asked.accept.includes(JSON_TYPE);
  const body = wantsJson ? jsonPage(name, shown, context) : htmlPage(name, shown, context);
  const type = wantsJson ? JSON_TYPE : 'text/html; charset=utf-8';
  return { kind: 'document', about, type, body: Buffer.from(body) };
}

function jsonPage(name: string, files: readonly Listed[], { door }: RegistryContext): string {
  return JSON.stringify({
    meta: { 'api-version': '1.1' },
    name,
    versions: [...new Set(files.map(({ release }) => release.version))],
    files: files.map(({ file, release }) => ({
      filename: file.filename,
      url: `${door}/files/${name}/${encodeURIComponent(file.filename)}`,
      hashes: file.hashes,
      size: file.size ?? 0,
      yanked: file.yanked ?? false,
      'requires-python': file['requires-python'] ?? null,
      'core-metadata': metadataOf(file) ?? false,
      ...(release.publishedAt === undefined
        ? {}
        : { 'upload-time': release.publishedAt.toISOString() }),
    })),
  });
}

function htmlPage(name: string, files: readonly Listed[], { door }: RegistryContext): string {
  const links = files.map(({ file }) => {
    const hash = file.hashes['sha256'];
    const address = `${door}/files/${name}/${encodeURIComponent(file.filename)}`;
    const python = file['requires-python'];
    const attributes = [
      `href="${escaped(address + (hash === undefined ? '' : `#sha256=${hash}`))}"`,
      ...(python ? [`data-requires-python="${escaped(python)}"`] : []),
      ...(isYanked(file) ? [`data-yanked="${escaped(String(file.yanked))}"`] : []),
    ];
    return `<a ${attributes.join(' ')}>${escaped(file.filename)}</a><br>\n`;
  });
  return `<!DOCTYPE html>\n<html><body>\n${links.join('')}</body></html>\n`;
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function isYanked({ yanked }: File): boolean {
  return yanked !== undefined && yanked !== false;
}

/** The digests of the metadata file beside a wheel; undefined if the index has none. */
function metadataOf(file: File): Readonly<Record<string, string>> | undefined {
  const stated = file['core-metadata'] ?? file['data-dist-info-metadata'];
  return typeof stated === 'object' ? stated : undefined;
}

async function fileOf(name: string, asked: string, context: RegistryContext): Promise<Answer> {
  const isMetadata = asked.endsWith('.metadata');
  const filename = isMetadata ? asked.slice(0, -'.metadata'.length) : asked;
  const about: Subject = { ecosystem: 'python', name };
  const found = (await filesOf(name, context)).find(({ file }) => file.filename === filename);
  const hashes =
    found === undefined ? undefined : isMetadata ? metadataOf(found.file) : found.file.hashes;
  if (found === undefined || hashes === undefined) {
    throw new Refusal('unknown', `${name} has no file ${asked}`, about);
  }
  context.require(found.release);
  context.upstream.allow(found.url);
  return {
    kind: 'archive',
    file: {
      about: { ...about, version: found.release.version },
      url: isMetadata ? `${found.url.replace(/#.*$/, '')}.metadata` : found.url,
      digest: digestIn(hashes),
      place: asked,
      publishedAt: found.release.publishedAt,
      yanked: isYanked(found.file),
      contentType: 'application/octet-stream',
    },
  };
}

function digestIn(hashes: Readonly<Record<string, string>>): StatedDigest | undefined {
  const algorithm = (['sha512', 'sha256', 'sha1'] as const).find(
    (name) => hashes[name] !== undefined,
  );
  return algorithm === undefined ? undefined : { algorithm, hex: hashes[algorithm] ?? '' };
}

/** The index of Python packages, by the simple API in JSON. Older clients get it as HTML. */
export const pythonIndex: Registry = {
  answer,
  knownRelease: {
    name: 'six',
    version: '1.16.0',
    publishedAt: '2021-05-05',
    async readDate(context) {
      const files = await filesOf('six', context);
      return files.find(({ release }) => release.version === '1.16.0')?.release.publishedAt;
    },
  },
};
