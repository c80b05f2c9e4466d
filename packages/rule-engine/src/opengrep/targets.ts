import type { OpengrepRule, SourceFile } from '../rule.ts';
import { opengrepLanguage, type OpengrepLanguage } from './languages.ts';

/** The languages that a rule is run for. */
export function languagesOfRule({
  languages,
  definition,
}: OpengrepRule): readonly OpengrepLanguage[] {
  const names = languages.map((name) => (name === 'generic' ? genericEngine(definition) : name));
  const found = names.flatMap((name) => opengrepLanguage(name) ?? []);
  // OpenGrep's own front end runs every rule for JavaScript on TypeScript too.
  const typescript = found.some(({ id }) => id === 'js') ? opengrepLanguage('ts') : undefined;
  const all = typescript === undefined ? found : [...found, typescript];
  return [...new Map(all.map((language) => [language.id, language])).values()];
}

/** `options.generic_engine` of a rule names what reads generic text. */
function genericEngine({ options }: OpengrepRule['definition']): string {
  const engine =
    typeof options === 'object' && options !== null && 'generic_engine' in options
      ? options.generic_engine
      : undefined;
  return engine === 'aliengrep' ? engine : 'generic';
}

/** Whether the language may read the file; of an executable file only its content tells. */
export function mayRead(
  { endings, shebangs }: OpengrepLanguage,
  { path, executable = false }: Pick<SourceFile, 'path' | 'executable'>,
): boolean {
  return hasEnding(endings, path) || (executable && shebangs.length > 0);
}

export function reads({ endings, shebangs }: OpengrepLanguage, file: SourceFile): boolean {
  if (hasEnding(endings, file.path)) return true;
  if (file.executable !== true || shebangs.length === 0) return false;
  const line = firstLine(file.bytes);
  return line !== undefined && shebangs.some((shebang) => line.endsWith(shebang));
}

function hasEnding(endings: readonly string[], path: string): boolean {
  return endings.some((ending) => path.endsWith(ending));
}

/** OpenGrep reads this much before it looks for the end of a line, and requires it to be text. */
const BLOCK_BYTES = 8_192;
const MAX_CHARACTERS = 255;

function firstLine(bytes: Buffer): string | undefined {
  try {
    // A letter that the block cuts in two is no fault: the decoder waits for its rest.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(0, BLOCK_BYTES), { stream: true });
    return (/^[^\r\n]*/.exec(text.slice(0, MAX_CHARACTERS))?.[0] ?? '').trimEnd();
  } catch {
    return undefined;
  }
}
