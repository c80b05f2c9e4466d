// The parsers that are not built into the engine; each package names its library and its settings.
import { createRequire } from 'node:module';
import { registerDynamicLanguage } from '@ast-grep/napi';

const require = createRequire(import.meta.url);

// As the ast-grep program has it; with the package's own `_`, the name `_X` would be a variable.
const RARE_LETTER = '\u{10000}';

const PARSERS = {
  C: () => ({ ...require('@ast-grep/lang-c'), expandoChar: RARE_LETTER }),
  Cpp: () => ({ ...require('@ast-grep/lang-cpp'), expandoChar: RARE_LETTER }),
  Go: () => require('@ast-grep/lang-go'),
  Java: () => require('@ast-grep/lang-java'),
  Json: () => require('@ast-grep/lang-json'),
  Python: () => require('@ast-grep/lang-python'),
  Rust: () => require('@ast-grep/lang-rust'),
  Yaml: () => require('@ast-grep/lang-yaml'),
};

function registration(parser) {
  try {
    const { libraryPath, extensions, languageSymbol, expandoChar } = parser();
    return { libraryPath, extensions, languageSymbol, expandoChar };
  } catch {
    // No parser for this platform: a rule of that language fails with its own message.
    return undefined;
  }
}

let registered = false;

/** All at once, before anything is parsed: a second registration is silently ignored. */
export function registerParsers(languages = Object.keys(PARSERS)) {
  if (registered) return;
  registered = true;
  registerDynamicLanguage(
    Object.fromEntries(
      Object.entries(PARSERS)
        .filter(([language]) => languages.includes(language))
        .map(([language, parser]) => [language, registration(parser)])
        .filter(([, found]) => found !== undefined),
    ),
  );
}
