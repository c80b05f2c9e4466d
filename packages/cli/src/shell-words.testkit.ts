/** Splits a simple command line into words. Quotes are the only syntax. */
export function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one?: string, two?: string) => one ?? two ?? ''),
  );
}
