import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeCommands, makeNeeds } from './makefile.ts';
import { formatWords, shellCommands, shellWords } from './shell-words.ts';

test('commands, words and quotes', () => {
  const commands = shellCommands(`A=1 mocha "a b" 'c*' d\\ e && x|y; z & w`);
  expect(commands.map((command) => command.map(({ text }) => text))).toEqual([
    ['A=1', 'mocha', 'a b', 'c*', 'd e'],
    ['x'],
    ['y'],
    ['z'],
    ['w'],
  ]);
});

test('quoted text remains quoted, and the shell still expands the rest', () => {
  expect(formatWords(shellWords(`test/*.js "test/**/*.js"`))).toBe(`test/*.js 'test/**/*.js'`);
  expect(formatWords(shellWords('mocha $(find . -name "*.js")'))).toBe(
    'mocha $(find . -name "*.js")',
  );
  expect(formatWords([{ text: '$(rm x)', quoted: false }])).toBe(`'$(rm x)'`);
});

test('any text becomes exactly one word of a shell, and never a command', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      (text) => {
        const line = `printf %s ${formatWords([{ text, quoted: true }])}`;
        expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(text);
      },
    ),
    { numRuns: 30 },
  );
});

test('the commands of a target, with its variables', () => {
  const makefile = `# c
NAME := a $(OTHER)
OTHER ?= b
all: test
test check: build
\t@run $(NAME) \${OTHER} $(UNKNOWN) \\
\t  more
\t-second
build:
\tno`;
  expect(makeCommands(makefile, 'test')).toEqual(['run a b b $(UNKNOWN)  more', 'second']);
  expect(makeCommands(makefile, 'none')).toEqual([]);
  expect(makeCommands('A = $(A)\nt:\n\t$(A)', 't')).toEqual(['$(A)']);
});

test('what a target needs: other targets, and not files', () => {
  const makefile =
    'test: lint test-node src/*.js # all\n\ttrue\ntest-node:\nlint: test\nx := lint\n';
  expect(makeNeeds(makefile, 'test')).toEqual(['lint', 'test-node']);
  expect(makeNeeds(makefile, 'none')).toEqual([]);
});
