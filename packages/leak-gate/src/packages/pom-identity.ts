import type { PackageIdentity } from './package-identity.ts';

/** Reads the coordinates of a pom.xml. Missing parts are taken from its parent. */
export function pomIdentity(content: string): PackageIdentity | undefined {
  const texts = textsByPath(content);
  const own = (name: string): string | undefined =>
    texts.get(`project/${name}`) ?? texts.get(`project/parent/${name}`);
  const artifact = texts.get('project/artifactId');
  const group = own('groupId');
  if (artifact === undefined || group === undefined) return undefined;
  const version = own('version');
  const homes = ['url', 'scm/url', 'scm/connection', 'scm/developerConnection'];
  return {
    ecosystem: 'maven',
    name: `${group}:${artifact}`,
    // Properties are not resolved.
    version: version?.includes('${') === true ? undefined : version,
    homes: homes.flatMap((name) => texts.get(`project/${name}`) ?? []),
  };
}

/** Maps element paths to their first text. Supports the XML that common tools write. */
function textsByPath(content: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open: string[] = [];
  const bare = content.replace(/<!--[^]*?-->|<\?[^]*?\?>|<![^>]*>/g, '');
  for (const [, closing, name = '', empty, text = ''] of bare.matchAll(
    /<(\/?)([\w.:-]+)(?:\s[^<>]*?)?(\/?)>([^<]*)/g,
  )) {
    if (closing === '/') open.pop();
    else if (empty !== '/') {
      open.push(name);
      const path = open.join('/');
      if (text.trim() !== '' && !texts.has(path)) texts.set(path, text.trim());
    }
  }
  return texts;
}
