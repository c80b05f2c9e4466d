import { posix } from 'node:path';
import type { EntryName } from './archives.ts';

/** Whether an entry of an archive, or the target of a link, lies outside the folder of the archive. */
export function escapes({ name, link }: EntryName): boolean {
  if (isOutside(name)) return true;
  if (link === undefined || link === '') return false;
  // A hard link names another entry; a symbolic link starts at its own folder. Both have to stay inside.
  if (!isOutside(link)) return false;
  const target = plain(link);
  return /^(?:\/|[a-z]:)/i.test(target)
    ? true
    : isOutside(posix.join(posix.dirname(plain(name)), target));
}

function isOutside(path: string): boolean {
  const parts = plain(path);
  if (parts.startsWith('/') || /^[a-z]:\//i.test(parts) || parts.includes('\0')) return true;
  return posix.normalize(parts).split('/')[0] === '..';
}

/** Unpackers of Windows read a backslash as a separator. */
function plain(path: string): string {
  return path.replaceAll('\\', '/');
}
