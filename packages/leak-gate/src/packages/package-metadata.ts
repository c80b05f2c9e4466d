import { basename, posix } from 'node:path';
import { parseJson } from '@refbench/base';
import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import type { PackageIdentity } from './package-identity.ts';
import { pomIdentity } from './pom-identity.ts';

/** Larger than any real metadata file. */
export const MAX_METADATA_BYTES: number = 2 ** 19;

const text = z.string().optional().catch(undefined);
const npmSchema = z.object({
  name: z.string().min(1),
  version: text,
  homepage: text,
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
});
const homesSchema = z.record(z.string(), z.string()).optional().catch(undefined);
const projectSchema = z.object({ name: z.string(), version: text, urls: homesSchema });
const pyprojectSchema = z.object({
  project: projectSchema.optional().catch(undefined),
  tool: z
    .object({ poetry: projectSchema.extend({ repository: text }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const cargoSchema = z.object({
  package: z
    .object({ name: z.string(), version: text, repository: text, homepage: text })
    .optional()
    .catch(undefined),
});
const goInfoSchema = z.object({ Version: z.string(), Time: z.iso.datetime({ offset: true }) });

type Parser = (content: string, path: string) => PackageIdentity | undefined;

const PARSERS: Readonly<Record<string, Parser>> = {
  'package.json': npm,
  'pyproject.toml': pyproject,
  'setup.cfg': (content) => python(content, /^\s*name\s*=\s*(\S+)/m, /^\s*version\s*=\s*(\d\S*)/m),
  'setup.py': (content) =>
    python(content, /\bname\s*=\s*['"]([^'"]+)/, /\bversion\s*=\s*['"](\d[^'"]*)/),
  METADATA: (content) => python(content, /^Name:\s*(\S+)/m, /^Version:\s*(\S+)/m),
  'PKG-INFO': (content) => python(content, /^Name:\s*(\S+)/m, /^Version:\s*(\S+)/m),
  'Cargo.toml': cargo,
  'go.mod': goModule,
  'pom.xml': pomIdentity,
};

/** Whether a file may contain package metadata. */
export function isPackageMetadata(path: string): boolean {
  return Object.hasOwn(PARSERS, basename(path)) || /\.pom$|\/@v\/[^/]+\.info$/.test(path);
}

/** Parses package metadata; undefined if there is none or it is malformed. */
export function readPackageMetadata(path: string, bytes: Buffer): PackageIdentity | undefined {
  const content = bytes.toString('utf8');
  if (path.endsWith('.pom')) return pomIdentity(content);
  if (path.endsWith('.info')) return goInfo(content, path);
  const name = basename(path);
  return Object.hasOwn(PARSERS, name) ? PARSERS[name]?.(content, path) : undefined;
}

function npm(content: string): PackageIdentity | undefined {
  const parsed = parseJson(content, npmSchema);
  if (parsed.kind !== 'valid') return undefined;
  const { name, version, homepage, repository } = parsed.value;
  return { ecosystem: 'npm', name, version, homes: defined([repository, homepage]) };
}

function pyproject(content: string): PackageIdentity | undefined {
  const parsed = pyprojectSchema.safeParse(toml(content));
  const poetry = parsed.data?.tool?.poetry;
  const project = parsed.data?.project ?? poetry;
  if (project === undefined) return undefined;
  const homes = [...Object.values(project.urls ?? {}), ...defined([poetry?.repository])];
  return { ecosystem: 'python', name: pythonName(project.name), version: project.version, homes };
}

function python(content: string, name: RegExp, version: RegExp): PackageIdentity | undefined {
  const found = name.exec(content)?.[1];
  if (found === undefined) return undefined;
  const homes = content.match(/https?:\/\/[^\s,'"<>)]+/g) ?? [];
  return {
    ecosystem: 'python',
    name: pythonName(found),
    version: version.exec(content)?.[1],
    homes: homes.slice(0, 50),
  };
}

/** Normalises a name like the package index. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function cargo(content: string): PackageIdentity | undefined {
  const found = cargoSchema.safeParse(toml(content)).data?.package;
  if (found === undefined) return undefined;
  const { name, version, repository, homepage } = found;
  return { ecosystem: 'cargo', name, version, homes: defined([repository, homepage]) };
}

function goModule(content: string, path: string): PackageIdentity | undefined {
  const name = /^module\s+"?([^\s"]+)/m.exec(content)?.[1];
  const version = /@(v[^/]+)\/go\.mod$/.exec(path)?.[1];
  return name === undefined ? undefined : { ecosystem: 'go', name, version, homes: [] };
}

/** Parses `<cache>/download/<module>/@v/<version>.info`. */
function goInfo(content: string, path: string): PackageIdentity | undefined {
  const parsed = parseJson(content, goInfoSchema);
  const folder = /download\/(.+)\/@v$/.exec(posix.dirname(path))?.[1];
  if (parsed.kind !== 'valid' || folder === undefined) return undefined;
  const name = unescapeGoPath(folder);
  const { Version: version, Time: time } = parsed.value;
  return { ecosystem: 'go', name, version, homes: [], releasedAt: new Date(time) };
}

/** Decodes capital letters, which the module cache writes as `!` and the lower-case letter. */
export function unescapeGoPath(path: string): string {
  return path.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toml(content: string): unknown {
  try {
    return parseToml(content);
  } catch {
    return undefined;
  }
}

function defined(values: readonly (string | undefined)[]): readonly string[] {
  return values.filter((value) => value !== undefined);
}
