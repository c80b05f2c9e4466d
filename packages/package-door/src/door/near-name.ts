/** Returns a known name that differs from `name` in one character, or only in case and separators. */
export function nearName(name: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(name)) return undefined;
  for (const other of known) {
    if (plain(name) === plain(other)) return other;
    if (Math.min(name.length, other.length) >= 4 && isOneEditApart(name, other)) return other;
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, '');
}

/** One character inserted, removed or replaced, or two neighbours exchanged. */
function isOneEditApart(a: string, b: string): boolean {
  if (a.length > b.length) return isOneEditApart(b, a);
  if (b.length - a.length > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.slice(at + (a.length === b.length ? 1 : 0)) === b.slice(at + 1)) return true;
  return (
    a.length === b.length &&
    a[at] === b[at + 1] &&
    a[at + 1] === b[at] &&
    a.slice(at + 2) === b.slice(at + 2)
  );
}
