import { createHash } from 'node:crypto';
import { mapConcurrent } from '@refbench/base';
import { compareVersions } from '@refbench/leak-gate';
import type { StatedDigest, Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Answer, Asked, Registry, RegistryContext, Release } from './registry.ts';

const SEGMENT = /^[A-Za-z0-9_][\w.+-]*$/;
const CHECKSUM = /\.(sha1|md5|sha256|sha512)$/;
/** Only the newest versions of a list are asked for their dates. */
const MAX_LISTED = 60;
const LIST_JOBS = 8;

interface Coordinates {
  /** Path of the folder of all versions. */
  readonly folder: string;
  /** `group:artifact` */
  readonly name: string;
  readonly artifact: string;
}

async function answer({ path: encoded }: Asked, context: RegistryContext): Promise<Answer> {
  const path = encoded.replaceAll('%2B', '+').replaceAll('%2b', '+');
  const segments = path.split('/');
  if (segments.length < 3 || !segments.every((segment) => SEGMENT.test(segment))) {
    throw notAPackage();
  }
  const file = segments.at(-1) ?? '';
  if (/^maven-metadata\.xml(?:\.\w+)?$/.test(file)) {
    return await metadataOf(coordinatesOf(segments.slice(0, -1)), file, context);
  }
  if (segments.length < 4) throw notAPackage();
  const version = segments.at(-2) ?? '';
  const coordinates = coordinatesOf(segments.slice(0, -2));
  const plain = file.replace(CHECKSUM, '').replace(/\.asc$/, '');
  if (!plain.startsWith(`${coordinates.artifact}-`) || !/-?\d|\./.test(plain)) throw notAPackage();
  if (version.endsWith('-SNAPSHOT')) {
    throw new Refusal('unknown', `${coordinates.name}: snapshots are not served`, {
      ecosystem: 'maven',
      name: coordinates.name,
      version,
    });
  }
  return await fileOf(coordinates, version, file, context);
}

function notAPackage(): Refusal {
  return new Refusal(
    'not-a-package',
    'only files of released artifacts are served here: no search, no snapshots, no other address',
  );
}

function coordinatesOf(segments: readonly string[]): Coordinates {
  const artifact = segments.at(-1) ?? '';
  const group = segments.slice(0, -1).join('.');
  return { folder: segments.join('/'), name: `${group}:${artifact}`, artifact };
}

async function releaseOf(
  { folder, name, artifact }: Coordinates,
  version: string,
  context: RegistryContext,
): Promise<Release | undefined> {
  const about: Subject = { ecosystem: 'maven', name, version };
  const pom = `${context.address}/${folder}/${version}/${artifact}-${version}.pom`;
  const found = await context.modified(pom, about);
  if (found === undefined) return undefined;
  return { ecosystem: 'maven', name, version, homes: [], publishedAt: found.at };
}

async function fileOf(
  coordinates: Coordinates,
  version: string,
  file: string,
  context: RegistryContext,
): Promise<Answer> {
  const { folder, name } = coordinates;
  const about = { ecosystem: 'maven', name, version } as const;
  const release = await releaseOf(coordinates, version, context);
  if (release === undefined) {
    throw new Refusal('unknown', `no artifact ${name}:${version} is published`, about);
  }
  context.require(release);
  const url = `${context.address}/${folder}/${version}/${file}`;
  if (CHECKSUM.test(file)) {
    const page = await context.read(url, about);
    if (page === undefined)
      throw new Refusal('unknown', `${name}:${version} has no file ${file}`, about);
    return { kind: 'document', about, type: 'text/plain', body: page.body };
  }
  return {
    kind: 'archive',
    file: {
      about,
      url,
      digest: await checksumOf(url, about, context),
      place: `.m2/repository/${folder}/${version}/${file}`,
      publishedAt: release.publishedAt,
      yanked: false,
      contentType: 'application/octet-stream',
    },
  };
}

/** Reads the checksum beside a file. Undefined if there is none. */
async function checksumOf(
  url: string,
  about: Subject,
  context: RegistryContext,
): Promise<StatedDigest | undefined> {
  const page = await context.read(`${url}.sha1`, about);
  const hex = /^[0-9a-f]{40}/i.exec(page?.body.toString('latin1').trim() ?? '')?.[0];
  return hex === undefined ? undefined : { algorithm: 'sha1', hex: hex.toLowerCase() };
}

/** The list of versions, without those that may not be seen, or a checksum of that list. */
async function metadataOf(
  coordinates: Coordinates,
  file: string,
  context: RegistryContext,
): Promise<Answer> {
  const { folder, name } = coordinates;
  const about: Subject = { ecosystem: 'maven', name };
  const page = await context.read(`${context.address}/${folder}/maven-metadata.xml`, about);
  if (page === undefined) throw new Refusal('unknown', `no artifact ${name} is published`, about);
  const text = page.body.toString('utf8');
  const listed = [...text.matchAll(/<version>\s*([^<\s]+)\s*<\/version>/g)]
    .map(([, version = '']) => version)
    .filter((version) => SEGMENT.test(version));
  const newest = [...listed].sort((a, b) => compareVersions(b, a) ?? 0).slice(0, MAX_LISTED);
  const shown = new Set<string>();
  await mapConcurrent(newest, LIST_JOBS, async (version) => {
    const release = await releaseOf(coordinates, version, context);
    if (release !== undefined && context.shows(release)) shown.add(version);
  });
  // Prefixes of plug-ins are mapped in a list without versions, which names no release.
  const body = Buffer.from(listed.length === 0 ? text : listOf(coordinates, newest, shown));
  const algorithm = CHECKSUM.exec(file)?.[1];
  if (algorithm === undefined) return { kind: 'document', about, type: 'text/xml', body };
  const hex = createHash(algorithm).update(body).digest('hex');
  return { kind: 'document', about, type: 'text/plain', body: Buffer.from(hex) };
}

function listOf(
  { name }: Coordinates,
  newestFirst: readonly string[],
  shown: ReadonlySet<string>,
): string {
  const versions = newestFirst.filter((version) => shown.has(version)).toReversed();
  const release = versions.findLast((version) => !/[a-z]/i.test(version)) ?? versions.at(-1);
  const [group = '', artifact = ''] = name.split(':');
  const stated =
    release === undefined ? '' : `<latest>${release}</latest><release>${release}</release>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<metadata><groupId>${group}</groupId><artifactId>${artifact}</artifactId><versioning>${stated}<versions>${versions
    .map((version) => `<version>${version}</version>`)
    .join('')}</versions></versioning></metadata>
`;
}

/** A repository of Maven artifacts. The date of a release is that of its POM file. */
export const mavenRepository: Registry = {
  answer,
  knownRelease: {
    name: 'junit:junit',
    version: '4.12',
    publishedAt: '2014-12-04',
    async readDate(context) {
      const coordinates = { folder: 'junit/junit', name: 'junit:junit', artifact: 'junit' };
      return (await releaseOf(coordinates, '4.12', context))?.publishedAt;
    },
  },
};
