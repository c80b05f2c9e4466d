import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import { opengrepLanguage, type OpengrepLanguage } from './languages.ts';

/** Returns the languages that a rule is run for. */
export function languagesOfRule({
  languages,
  definition,
}: OpengrepRule): readonly OpengrepLanguage[] {
  const names = languages.map((name) => (name === 'generic' ? genericEngine(definition) : name));
  const found = names.flatMap((name) => opengrepLanguage(name) ?? []);
  // Like OpenGrep's front end, runs every JavaScript rule on TypeScript, too.
  const typescript = found.some(({ id }) => id === 'js') ? opengrepLanguage('ts') : undefined;
  const all = typescript === undefined ? found : [...found, typescript];
  return [...new Map(all.map((language) => [language.id, language])).values()];
}

/** `options.generic_engine` of a rule selects the engine for generic text. */
function genericEngine({ options }: OpengrepRule['definition']): string {
  const engine =
    typeof options === 'object' && options !== null && 'generic_engine' in options
      ? options.generic_engine
      : undefined;
  return engine === 'aliengrep' ? engine : 'generic';
}

/** Whether the language may read the file. For executable files, this also depends on the content. */
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

/** OpenGrep reads this many bytes to find the first line, and requires them to be text. */
const BLOCK_BYTES = 8_192;
const MAX_CHARACTERS = 255;

function firstLine(bytes: Buffer): string | undefined {
  try {
    // A character that is cut at the end of the block is not an error in stream mode.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(0, BLOCK_BYTES), { stream: true });
    return (/^[^\r\n]*/.exec(text.slice(0, MAX_CHARACTERS))?.[0] ?? '').trimEnd();
  } catch {
    return undefined;
  }
}
