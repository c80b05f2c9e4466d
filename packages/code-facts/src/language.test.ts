import { expect, test } from 'vitest';
import { languageOfPath, languageOfSource, languagesOfPath } from './language.ts';

test.each([
  ['src/a.h', ['C', 'Cpp']],
  ['src/a.c', ['C']],
  ['src/a.hpp', ['Cpp']],
  ['src/.h', []],
  ['h', []],
  ['a.unknown', []],
])('%s has the languages %j', (path, languages) => {
  expect(languagesOfPath(path)).toEqual(languages);
  expect(languageOfPath(path)).toBe(languages[0]);
});

test.each([
  ['a.h', 'namespace a {\n}\n', 'Cpp'],
  ['a.h', 'inline void f(std::string text);\n', 'Cpp'],
  ['a.h', '  template <typename T>\n', 'Cpp'],
  ['a.h', '#include <stdio.h>\n/* a class of errors: public ones */\nint f(int class_of);\n', 'C'],
  ['a.c', 'int class(void);\nnamespace::x\n', 'C'],
  ['a.py', 'class A:\n', 'Python'],
  ['a.txt', '', undefined],
])('%s with %j is in %s', (path, text, language) => {
  expect(languageOfSource(path, text)).toBe(language);
});
