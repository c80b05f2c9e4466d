/** Characters of a path in prose. Quotes, brackets and white space end it. */
const TOKEN = /[\p{L}\p{N}_@.+~/-]+/gu;

/**
 * Finds the files that a text names, by full path or by a unique end of it.
 * @param files all paths that the text may mean
 */
export function namedFiles(text: string, files: Iterable<string>): ReadonlySet<string> {
  const owners = ownersOfEnds(files);
  const named = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) {
    const path = token
      .replace(/[.,]+$/, '')
      .replace(/^(?:\.?\/)+/, '')
      .replace(/^testbed\//, '');
    const owner = owners.get(path);
    if (owner !== undefined && owner !== null) named.add(owner);
  }
  return named;
}

/** Maps each end of each path to the path, or to null if several paths share it. */
function ownersOfEnds(files: Iterable<string>): ReadonlyMap<string, string | null> {
  const owners = new Map<string, string | null>();
  const whole = new Set(files);
  for (const file of whole) {
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
      const end = file.slice(at + 1);
      // Plain words do not count as files: "index" or "Makefile" in prose may mean anything.
      if (!end.includes('.') && !end.includes('/')) continue;
      owners.set(end, owners.has(end) ? null : file);
    }
  }
  for (const file of whole) owners.set(file, file);
  return owners;
}
