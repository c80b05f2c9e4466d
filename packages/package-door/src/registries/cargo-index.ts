import { parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Answer, Asked, Registry, RegistryContext, Release } from './registry.ts';

const lineSchema = z.looseObject({
  name: z.string(),
  vers: z.string(),
  cksum: z.string(),
  yanked: z.boolean().catch(false),
  pubtime: z.string().optional().catch(undefined),
});
const configSchema = z.object({ dl: z.string() });

interface Line {
  readonly text: string;
  readonly line: z.infer<typeof lineSchema>;
  readonly release: Release;
}

const NAME = /^[A-Za-z0-9][\w-]{0,63}$/;

async function answer({ path }: Asked, context: RegistryContext): Promise<Answer> {
  if (path === 'config.json') {
    const body = Buffer.from(
      JSON.stringify({
        dl: `${context.door}/dl/{crate}/{version}/download`,
        api: context.door,
      }),
    );
    const about: Subject = { ecosystem: 'cargo', name: 'config.json' };
    return { kind: 'document', about, type: 'application/json', body };
  }
  const download = /^dl\/([^/]+)\/([^/]+)\/download$/.exec(path);
  if (download !== null) return await crateOf(download[1] ?? '', download[2] ?? '', context);
  const name = path.split('/').at(-1) ?? '';
  if (!NAME.test(name) || path !== indexPath(name)) {
    throw new Refusal(
      'not-a-package',
      'only crates by name are served here: no search, no publishing, no git index',
    );
  }
  return await indexOf(name, context);
}

/** The path of a crate in a sparse index. */
function indexPath(name: string): string {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return `${lower.length}/${lower}`;
  if (lower.length === 3) return `3/${lower.slice(0, 1)}/${lower}`;
  return `${lower.slice(0, 2)}/${lower.slice(2, 4)}/${lower}`;
}

async function linesOf(name: string, context: RegistryContext): Promise<readonly Line[]> {
  const about: Subject = { ecosystem: 'cargo', name };
  const page = await context.read(`${context.address}/${indexPath(name)}`, about);
  if (page === undefined) throw new Refusal('unknown', `no crate ${name} is published`, about);
  return page.body
    .toString('utf8')
    .split('\n')
    .flatMap((text): readonly Line[] => {
      const parsed = parseJson(text, lineSchema);
      if (parsed.kind === 'invalid') return [];
      const line = parsed.value;
      const time = new Date(line.pubtime ?? Number.NaN);
      const publishedAt = Number.isNaN(time.getTime()) ? undefined : time;
      const release = {
        ecosystem: 'cargo',
        name: line.name,
        version: line.vers,
        homes: [],
      } as const;
      return [{ text, line, release: { ...release, publishedAt } }];
    });
}

async function indexOf(name: string, context: RegistryContext): Promise<Answer> {
  const lines = await linesOf(name, context);
  const shown = lines.filter(({ release }) => context.shows(release));
  if (shown.length === 0 && lines[0] !== undefined) context.require(lines[0].release);
  const body = Buffer.from(shown.map(({ text }) => `${text}\n`).join(''));
  return { kind: 'document', about: { ecosystem: 'cargo', name }, type: 'text/plain', body };
}

async function crateOf(name: string, version: string, context: RegistryContext): Promise<Answer> {
  const about = { ecosystem: 'cargo', name, version } as const;
  if (!NAME.test(name)) throw new Refusal('not-a-package', 'the name cannot be that of a crate');
  const found = (await linesOf(name, context)).find(({ line }) => line.vers === version);
  if (found === undefined)
    throw new Refusal('unknown', `no crate ${name} ${version} is published`, about);
  context.require(found.release);
  return {
    kind: 'archive',
    file: {
      about,
      url: await downloadAddress(found.line, context),
      digest: { algorithm: 'sha256', hex: found.line.cksum },
      place: `${name}-${version}.crate`,
      publishedAt: found.release.publishedAt,
      yanked: found.line.yanked,
      contentType: 'application/octet-stream',
    },
  };
}

/** Fills the template in the configuration of the index. */
async function downloadAddress(
  { name, vers, cksum }: Line['line'],
  context: RegistryContext,
): Promise<string> {
  const about: Subject = { ecosystem: 'cargo', name };
  const page = await context.read(`${context.address}/config.json`, about);
  const parsed = parseJson(page?.body.toString('utf8') ?? '', configSchema);
  if (parsed.kind === 'invalid') {
    throw new Refusal('unreachable', 'the index of crates has no configuration', about);
  }
  const { dl } = parsed.value;
  context.upstream.allow(dl);
  if (!/\{(?:crate|version|prefix|lowerprefix|sha256-checksum)\}/.test(dl)) {
    return `${dl.replace(/\/+$/, '')}/${name}/${vers}/download`;
  }
  const prefix = indexPath(name).split('/').slice(0, -1).join('/');
  return dl
    .replaceAll('{crate}', name)
    .replaceAll('{version}', vers)
    .replaceAll('{prefix}', prefix)
    .replaceAll('{lowerprefix}', prefix)
    .replaceAll('{sha256-checksum}', cksum);
}

/** The sparse index of Rust crates. */
export const cargoIndex: Registry = {
  answer,
  knownRelease: {
    name: 'itoa',
    version: '0.1.0',
    publishedAt: '2016-06-25',
    async readDate(context) {
      const lines = await linesOf('itoa', context);
      return lines.find(({ line }) => line.vers === '0.1.0')?.release.publishedAt;
    },
  },
};
