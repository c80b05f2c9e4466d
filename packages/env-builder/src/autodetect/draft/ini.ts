/** Values by section and key. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parses an INI file like Python's configparser: a value continues on indented lines. */
export function readIni(text: string): Ini {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let key: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const heading = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map<string, string>();
      sections.set(heading, section);
      key = undefined;
      continue;
    }
    if (/^\s/.test(line) && section !== undefined && key !== undefined) {
      section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`.trim());
      continue;
    }
    const pair = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line);
    if (pair === null || section === undefined) continue;
    key = pair[1] ?? '';
    section.set(key, (pair[2] ?? '').trim());
  }
  return sections;
}
