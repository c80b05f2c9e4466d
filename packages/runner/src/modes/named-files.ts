/** What a path in prose is made of; quotes, brackets and white space end it. */
const TOKEN = /[\p{L}\p{N}_@.+~/-]+/gu;

/**
 * The files that a text names: by their whole path, or by an end of it that no other of the files shares.
 * @param files every path that could be meant
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

/** Each end of each path -> the path; null where several paths share it. */
function ownersOfEnds(files: Iterable<string>): ReadonlyMap<string, string | null> {
  const owners = new Map<string, string | null>();
  const whole = new Set(files);
  for (const file of whole) {
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
      const end = file.slice(at + 1);
      // A word of the language is no file: "index" or "Makefile" in prose may mean anything.
      if (!end.includes('.') && !end.includes('/')) continue;
      owners.set(end, owners.has(end) ? null : file);
    }
  }
  for (const file of whole) owners.set(file, file);
  return owners;
}
