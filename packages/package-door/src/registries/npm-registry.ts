import { parseJson } from '@refbench/base';
import { compareVersions } from '@refbench/leak-gate';
import { z } from 'zod';
import type { StatedDigest, Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Answer, Asked, Registry, RegistryContext, Release } from './registry.ts';

const text = z.string().optional().catch(undefined);

/** A version in a packument. Other fields that an installation needs are passed on as they are. */
const versionSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dist: z.looseObject({ tarball: z.string(), shasum: text, integrity: text }),
  homepage: text,
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
});

type Version = z.infer<typeof versionSchema>;

const packumentSchema = z.object({
  name: z.string(),
  'dist-tags': z.record(z.string(), z.string()).catch({}),
  versions: z.record(z.string(), z.unknown()),
  time: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

interface Packument {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly versions: readonly { readonly version: Version; readonly release: Release }[];
}

/** What `npm install` reads of a version. Everything else may name what is later or elsewhere. */
const FIELDS = [
  'name',
  'version',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bundleDependencies',
  'bundledDependencies',
  'bin',
  'directories',
  'engines',
  'os',
  'cpu',
  'libc',
  'deprecated',
  'hasInstallScript',
  '_hasShrinkwrap',
] as const;

const NAME = /^(?:@[a-z0-9~_][\w.~-]*\/)?[a-z0-9~_-][\w.~-]*$/i;

async function answer(asked: Asked, context: RegistryContext): Promise<Answer> {
  const path = decoded(asked.path);
  const tarball = /^(.+)\/-\/([^/]+\.tgz)$/.exec(path);
  const name = tarball?.[1] ?? /^((?:@[^/]+\/)?[^/]+)(?:\/([^/]+))?$/.exec(path)?.[1];
  if (name === undefined || !NAME.test(name)) {
    throw new Refusal(
      'not-a-package',
      'only packages by name and version are served here: no search, no login, no publishing',
    );
  }
  const about: Subject = { ecosystem: 'npm', name };
  const packument = await readPackument(name, context);
  if (tarball !== null) return tarballOf(packument, tarball[2] ?? '', context);
  const shown = visible(packument, context);
  const wanted = path.length > name.length ? path.slice(name.length + 1) : undefined;
  if (wanted === undefined) return json(about, manifestOf(packument, shown, context));
  const version = shown.find((one) => one.release.version === wanted);
  if (version === undefined) {
    throw new Refusal('unknown', `${name}@${wanted} is not among the versions of its time`, about);
  }
  return json(about, entryOf(version, context));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refusal('not-a-package', 'the path is not encoded correctly');
  }
}

async function readPackument(name: string, context: RegistryContext): Promise<Packument> {
  const about: Subject = { ecosystem: 'npm', name };
  const url = `${context.address}/${name.replace('/', '%2f')}`;
  const page = await context.read(url, about, 'application/json');
  if (page === undefined) throw new Refusal('unknown', `no package ${name} is published`, about);
  const parsed = parseJson(page.body.toString('utf8'), packumentSchema);
  if (parsed.kind === 'invalid' || parsed.value.name !== name) {
    throw new Refusal('unreachable', `${name}: the registry gave no list of versions`, about);
  }
  const { time = {} } = parsed.value;
  const versions = Object.entries(parsed.value.versions).flatMap(([key, value]) => {
    const read = versionSchema.safeParse(value);
    if (!read.success || read.data.version !== key || read.data.name !== name) return [];
    const homes = [read.data.repository, read.data.homepage].filter((home) => home !== undefined);
    const release = { ecosystem: 'npm', name, version: key, homes } as const;
    return [{ version: read.data, release: { ...release, publishedAt: dateOf(time[key]) } }];
  });
  return { name, tags: parsed.value['dist-tags'], versions };
}

function dateOf(value: unknown): Date | undefined {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** @throws Refusal if no version is left, with the reason of one that was left out */
function visible(packument: Packument, context: RegistryContext): Packument['versions'] {
  const shown = packument.versions.filter(({ release }) => context.shows(release));
  const [first] = packument.versions;
  if (shown.length === 0 && first !== undefined) context.require(first.release);
  return shown;
}

function manifestOf(
  { name, tags }: Packument,
  shown: Packument['versions'],
  context: RegistryContext,
): Record<string, unknown> {
  const names = shown.map(({ release }) => release.version);
  const kept = Object.entries(tags).filter(([, version]) => names.includes(version));
  const latest = latestOf(names);
  return {
    name,
    'dist-tags': { ...(latest === undefined ? {} : { latest }), ...Object.fromEntries(kept) },
    versions: Object.fromEntries(
      shown.map((one) => [one.release.version, entryOf(one, context)] as const),
    ),
    time: Object.fromEntries(
      shown.flatMap(({ release: { version, publishedAt } }) =>
        publishedAt === undefined ? [] : [[version, publishedAt.toISOString()] as const],
      ),
    ),
  };
}

/** The newest release, or the newest pre-release if there is nothing else. */
function latestOf(versions: readonly string[]): string | undefined {
  const stable = versions.filter((version) => !version.includes('-'));
  return [...(stable.length > 0 ? stable : versions)]
    .sort((a, b) => compareVersions(a, b) ?? 0)
    .at(-1);
}

function entryOf(
  { version }: Packument['versions'][number],
  { door }: RegistryContext,
): Record<string, unknown> {
  const { shasum, integrity, tarball } = version.dist;
  return {
    ...Object.fromEntries(
      FIELDS.filter((field) => version[field] !== undefined).map((field) => [
        field,
        version[field],
      ]),
    ),
    dist: {
      tarball: `${door}/${version.name}/-/${fileName(tarball)}`,
      ...(shasum === undefined ? {} : { shasum }),
      ...(integrity === undefined ? {} : { integrity }),
    },
  };
}

function tarballOf(packument: Packument, file: string, context: RegistryContext): Answer {
  const found = packument.versions.find(({ version }) => fileName(version.dist.tarball) === file);
  const { name } = packument;
  if (found === undefined) {
    throw new Refusal('unknown', `${name} has no archive ${file}`, { ecosystem: 'npm', name });
  }
  const { version, release } = found;
  context.require(release);
  context.upstream.allow(version.dist.tarball);
  return {
    kind: 'archive',
    file: {
      about: { ecosystem: 'npm', name, version: version.version },
      url: version.dist.tarball,
      digest: digestOf(version),
      place: `${name.replace(/^@/, '').replace('/', '-')}-${version.version}.tgz`,
      publishedAt: release.publishedAt,
      yanked: typeof version['deprecated'] === 'string' && version['deprecated'] !== '',
      contentType: 'application/octet-stream',
    },
  };
}

function fileName(address: string): string {
  return decoded(
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '',
  );
}

/** The strongest digest that the packument states. */
function digestOf({ dist }: Version): StatedDigest | undefined {
  for (const algorithm of ['sha512', 'sha256'] as const) {
    const base64 = new RegExp(`(?:^|\\s)${algorithm}-([A-Za-z0-9+/=]+)`).exec(
      dist.integrity ?? '',
    )?.[1];
    if (base64 !== undefined) {
      return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') };
    }
  }
  return dist.shasum === undefined ? undefined : { algorithm: 'sha1', hex: dist.shasum };
}

function json(about: Subject, value: unknown): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return { kind: 'document', about, type: 'application/json', body };
}

/** The registry of JavaScript packages. A packument is cut down to the versions that may be seen. */
export const npmRegistry: Registry = {
  answer,
  knownRelease: {
    name: 'once',
    version: '1.4.0',
    publishedAt: '2016-09-06',
    async readDate(context) {
      const { versions } = await readPackument('once', context);
      return versions.find(({ release }) => release.version === '1.4.0')?.release.publishedAt;
    },
  },
};
