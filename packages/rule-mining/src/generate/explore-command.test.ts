import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCommand } from './explore-command.ts';

test.each([
  ['ls -la src', "ls '-la' 'src' </dev/null"],
  ['rg "foo$" src | head -n 20', "rg 'foo$' 'src' </dev/null | head '-n' '20'"],
  ["rg -n '../util' src/index.ts", "rg '-n' '../util' 'src/index.ts' </dev/null"],
  ['rg -inA3 -g *.{ts,js} x', "rg '-inA3' '-g' '*.{ts,js}' 'x' </dev/null"],
  ['rg --files /testbed/src | wc -l', "rg '--files' '/testbed/src' </dev/null | wc '-l'"],
  [
    "find . \\( -name '*.ts' -o -name x \\) -type f",
    "find '.' '(' '-name' '*.ts' '-o' '-name' 'x' ')' '-type' 'f' </dev/null",
  ],
  ['cat *.md src/*/a?.ts', "cat ./*'.md' 'src/'*'/a'?'.ts' </dev/null"],
  [`cat "it's"`, `cat 'it'\\''s' </dev/null`],
  ['head -20 pages/[id].tsx', "head '-20' 'pages/[id].tsx' </dev/null"],
])('%s may run', (line, script) => {
  expect(checkCommand(line)).toEqual({ kind: 'allowed', script });
});

test.each([
  ['cat a > b', 'redirections'],
  ['find . 2>/dev/null', 'redirections'],
  ['cat < a', 'redirections'],
  ['cat $(ls)', 'command substitution'],
  ['cat "$HOME/x"', 'variables'],
  ["cat $'a'", 'variables'],
  ['cat `ls`', 'command substitution'],
  ['cat "`ls`"', 'command substitution'],
  ['ls && rm -r x', 'only one command'],
  ['ls; ls', 'only one command'],
  ['ls\nls', 'only one command'],
  ['ls || ls', 'plain pipes'],
  ['ls |& cat', 'plain pipes'],
  ['(ls)', 'subshells'],
  ['ls |', 'empty'],
  ['', 'empty'],
  ["rg 'x", 'not closed'],
  ['ls \\', 'backslash'],
  ['git show golden:src/index.ts', '"git" is not available'],
  ['bash -c ls', '"bash" is not available'],
  ['/bin/ls', '"/bin/ls" is not available'],
  ["'ls -l'", 'is not available'],
  ['A=1 ls', 'is not available'],
  ['find . -exec cat {} +', '"find -exec"'],
  ['find . -name x -delete', '"find -delete"'],
  ['find . -fprintf out x', '"find -fprintf"'],
  ['find . -newer ../x', '"find -newer"'],
  ['find ../golden', 'outside of the tree'],
  ['rg --pre cat x', '"rg --pre"'],
  ['rg --pre=cat x', '"rg --pre=cat"'],
  ['rg -nz x', '"rg -nz"'],
  ['rg -f /etc/passwd .', '"rg -f"'],
  ['rg x /etc', 'outside of the tree'],
  ['rg -e x ../golden', 'outside of the tree'],
  ['rg --files ..', 'outside of the tree'],
  ['cat /golden/src/index.ts', 'outside of the tree'],
  ['cat src/../../etc/passwd', 'outside of the tree'],
  ['cat /testbed/../etc/passwd', 'outside of the tree'],
  ['cat ~/x', 'outside of the tree'],
  ['cat -- ../x', 'outside of the tree'],
  ['cat .*/x', 'may lead out'],
  ['cat */../x', 'may lead out'],
  ['wc --files0-from=x', 'is not available'],
  ['cat \0', 'control characters'],
  ['ls | ls | ls | ls | ls | ls', 'at most 5'],
  [`rg ${'x'.repeat(2_001)}`, 'longer than'],
])('%s is refused', (line, reason) => {
  expect(checkCommand(line)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason) as string,
  });
});

const PIECES = [
  'ls',
  'rg',
  'cat',
  'find',
  'head',
  'wc',
  'rm',
  'sh',
  '-n',
  '-e',
  '-g',
  '-exec',
  '-delete',
  '--pre',
  '--',
  '|',
  '||',
  '>',
  '<',
  '&',
  ';',
  '(',
  ')',
  '$',
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '\n',
  ' ',
  '	',
  '*',
  '?',
  '[',
  ']',
  '{',
  '}',
  '~',
  '..',
  '/',
  '.',
  '#',
  '!',
  '=',
  'a',
  'é',
  '\0',
];
const line = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 14 })
  .map((pieces) => pieces.join(''));
const mostlyAllowed = fc
  .tuple(fc.constantFrom('ls ', 'cat ', 'rg ', 'find '), line)
  .map(([program, rest]) => program + rest);

/** Removes everything within single quotes, and escaped single quotes between them. */
const unquotedPartsOf = (script: string): string => script.replace(/'[^']*'|\\'/g, '');

test('a shell sees only programs of the list, quoted words, patterns and pipes', () => {
  fc.assert(
    fc.property(fc.oneof(line, mostlyAllowed), (text) => {
      const checked = checkCommand(text);
      if (checked.kind === 'refused') return;
      for (const [index, stage] of unquotedPartsOf(checked.script).split(' | ').entries()) {
        const own = index === 0 ? stage.replace(/ <\/dev\/null$/, '') : stage;
        expect(own).toMatch(/^(?:ls|rg|cat|find|head|wc)(?: (?:\.\/)?[*?]*)*$/);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a shell passes on exactly the words that were checked', () => {
  const word = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter(
    (text) =>
      // oxlint-disable-next-line no-control-regex -- they are refused
      !/[\0-\x1f\x7f']/.test(text) && !text.startsWith('-'),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const checked = checkCommand(`rg ${words.map((text) => `'${text}'`).join(' ')}`);
      if (checked.kind === 'refused') return;
      const print = `rg() { printf '%s\\0' "$@"; }; ${checked.script}`;
      const passed = execFileSync('bash', ['-c', print], { encoding: 'utf8' });
      expect(passed).toBe(words.map((text) => `${text}\0`).join(''));
    }),
    { numRuns: 60 },
  );
});
