import { basename, resolve } from 'node:path';

const MAX_LENGTH = 60;

/** A name for the repository in ids of instances: that of its folder, or the last part of its address. */
export function nameOfSource(source: string): string {
  const last = source.includes('://')
    ? (source.split('/').findLast(Boolean) ?? '')
    : resolve(source);
  const name = basename(last)
    .replace(/\.git$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, MAX_LENGTH);
  return name === '' ? 'repository' : name;
}
