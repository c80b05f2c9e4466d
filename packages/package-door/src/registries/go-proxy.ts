import { mapConcurrent, parseJson } from '@refbench/base';
import { compareVersions } from '@refbench/leak-gate';
import { z } from 'zod';
import type { Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Answer, Asked, Registry, RegistryContext, Release } from './registry.ts';

const infoSchema = z.object({ Version: z.string(), Time: z.string().optional() });

/** A canonical version. Names of branches and commits would make the proxy ask a git host. */
const VERSION = /^v\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+incompatible)?$/;
const MODULE = /^[a-z0-9!][\w.~!-]*(?:\/[\w.~!-]+)*$/;

/** Only the newest versions of a list are asked for their dates. */
const MAX_LISTED = 200;
const LIST_JOBS = 8;

async function answer({ path: encoded }: Asked, context: RegistryContext): Promise<Answer> {
  const path = encoded.replaceAll('%21', '!').replaceAll('%2B', '+').replaceAll('%2b', '+');
  const parts = /^(.+)\/@(?:v\/(list|.+\.(?:info|mod|zip))|latest)$/.exec(path);
  const escaped = parts?.[1] ?? '';
  if (parts === null || !MODULE.test(escaped) || escaped.split('/').includes('..')) {
    throw new Refusal(
      'not-a-package',
      'only modules by path and version are served here: no checksum database, no search, no other address',
    );
  }
  const file = parts[2];
  const name = escaped.replaceAll(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (file === undefined) return await latestOf(escaped, name, context);
  if (file === 'list') {
    const versions = await shownVersions(escaped, name, context);
    return textDocument(name, versions.map(({ version }) => `${version}\n`).join(''));
  }
  const [, escapedVersion = '', kind] = /^(.+)\.(info|mod|zip)$/.exec(file) ?? [];
  const version = escapedVersion.replaceAll(/!([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  if (!VERSION.test(version)) {
    throw new Refusal(
      'not-a-package',
      `${name}@${version}: only published versions are served, no branches and no commits`,
      { ecosystem: 'go', name, version },
    );
  }
  const release = await releaseOf(escaped, name, escapedVersion, context);
  context.require(release);
  if (kind === 'info') {
    return jsonDocument(name, { Version: version, Time: release.publishedAt?.toISOString() });
  }
  return {
    kind: 'archive',
    file: {
      about: { ecosystem: 'go', name, version },
      url: `${context.address}/${escaped}/@v/${escapedVersion}.${kind}`,
      // The protocol has none. The go command compares the content with go.sum.
      digest: undefined,
      place: `go/pkg/mod/cache/download/${escaped}/@v/${escapedVersion}.${kind}`,
      publishedAt: release.publishedAt,
      yanked: false,
      contentType: kind === 'zip' ? 'application/zip' : 'text/plain; charset=utf-8',
    },
  };
}

async function releaseOf(
  escaped: string,
  name: string,
  escapedVersion: string,
  context: RegistryContext,
): Promise<Release> {
  const about: Subject = { ecosystem: 'go', name, version: escapedVersion };
  const url = `${context.address}/${escaped}/@v/${escapedVersion}.info`;
  const page = await context.read(url, about);
  if (page === undefined) {
    throw new Refusal('unknown', `no module ${name}@${escapedVersion} is published`, about);
  }
  return readRelease(name, page.body);
}

function readRelease(name: string, body: Buffer): Release {
  const parsed = parseJson(body.toString('utf8'), infoSchema);
  if (parsed.kind === 'invalid') {
    throw new Refusal('unreachable', `${name}: the proxy gave no version`, {
      ecosystem: 'go',
      name,
    });
  }
  const time = new Date(parsed.value.Time ?? Number.NaN);
  const publishedAt = Number.isNaN(time.getTime()) ? undefined : time;
  return {
    ecosystem: 'go',
    name,
    version: parsed.value.Version,
    homes: homesOf(name),
    publishedAt,
  };
}

/** A module on a git host is named after its repository. */
function homesOf(name: string): readonly string[] {
  const repository = /^[^/]+\.[^/]+\/[^/]+\/[^/]+/.exec(name)?.[0];
  return repository === undefined ? [] : [`https://${repository}`];
}

async function shownVersions(
  escaped: string,
  name: string,
  context: RegistryContext,
): Promise<readonly Release[]> {
  const about: Subject = { ecosystem: 'go', name };
  const page = await context.read(`${context.address}/${escaped}/@v/list`, about);
  if (page === undefined) throw new Refusal('unknown', `no module ${name} is published`, about);
  const newest = page.body
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((version) => VERSION.test(version))
    .sort((a, b) => compareVersions(b, a) ?? 0)
    .slice(0, MAX_LISTED);
  const shown = new Map<string, Release>();
  await mapConcurrent(newest, LIST_JOBS, async (version) => {
    const release = await releaseOf(escaped, name, escapedOf(version), context);
    if (context.shows(release)) shown.set(version, release);
  });
  return newest.flatMap((version) => shown.get(version) ?? []);
}

function escapedOf(version: string): string {
  return version.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** The newest release that may be seen; for a module without releases, its newest commit. */
async function latestOf(escaped: string, name: string, context: RegistryContext): Promise<Answer> {
  const versions = await shownVersions(escaped, name, context);
  const latest = versions.find(({ version }) => !version.includes('-')) ?? versions[0];
  const release = latest ?? (await newestCommit(escaped, name, context));
  return jsonDocument(name, { Version: release.version, Time: release.publishedAt?.toISOString() });
}

async function newestCommit(
  escaped: string,
  name: string,
  context: RegistryContext,
): Promise<Release> {
  const about: Subject = { ecosystem: 'go', name };
  const page = await context.read(`${context.address}/${escaped}/@latest`, about);
  if (page === undefined) throw new Refusal('unknown', `no module ${name} is published`, about);
  const release = readRelease(name, page.body);
  context.require(release);
  return release;
}

function textDocument(name: string, text: string): Answer {
  const type = 'text/plain; charset=utf-8';
  return { kind: 'document', about: { ecosystem: 'go', name }, type, body: Buffer.from(text) };
}

function jsonDocument(name: string, value: unknown): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return { kind: 'document', about: { ecosystem: 'go', name }, type: 'application/json', body };
}

/** The module proxy of Go. */
export const goProxy: Registry = {
  answer,
  knownRelease: {
    name: 'github.com/google/uuid',
    version: 'v1.3.0',
    publishedAt: '2021-07-12',
    async readDate(context) {
      const name = 'github.com/google/uuid';
      return (await releaseOf(name, name, 'v1.3.0', context)).publishedAt;
    },
  },
};
