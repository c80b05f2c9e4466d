import { shellCommands } from '../draft/shell-words.ts';
import type { CiFacts } from './ci-facts.ts';

const LOCALE = /^([a-z]{2,3}_[A-Z]{2})(?:\.utf-?8)?$/i;
/** Packages of Ubuntu with the locales of a language. */
const LANGUAGE_PACK = /^language-pack-([a-z]{2,3})(?:-base)?$/;

/** A locale, or those of a language, and where it is asked for. */
interface CiLocale {
  /** For locale.gen: `de_DE`, or `de_[A-Z]+`. */
  readonly name: string;
  readonly file: string;
}

/** The locales that continuous integration generates or installs, each from the first file that names it. */
export function localesOf({ steps, packages }: CiFacts): readonly CiLocale[] {
  const generated = steps.flatMap(({ file, lines }) =>
    lines.flatMap(generatedBy).map((name) => ({ name, file })),
  );
  const installed = packages.flatMap(({ file, name }) => {
    const language = LANGUAGE_PACK.exec(name)?.[1];
    return language === undefined ? [] : [{ name: `${language}_[A-Z]+`, file }];
  });
  const known = new Set<string>();
  return [...generated, ...installed].filter(({ name }) => !known.has(name) && known.add(name));
}

function generatedBy(line: string): readonly string[] {
  return shellCommands(line).flatMap((command) => {
    const words = command.map(({ text }) => text);
    const program = words.findIndex((word) => /^(?:locale-gen|localedef)$/.test(word));
    return program === -1
      ? []
      : words.slice(program + 1).flatMap((word) => LOCALE.exec(word)?.[1] ?? []);
  });
}
