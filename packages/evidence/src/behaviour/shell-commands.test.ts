import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellCommands } from './shell-commands.ts';

function words(line: string): unknown {
  return shellCommands(line).map((command) => command.words.join(' '));
}

test.each([
  ['npm test', ['npm test']],
  ['cd a && npm test; ls | head', ['cd a', 'npm test', 'ls', 'head']],
  ['echo "npm test && rm -rf x"', ['echo npm test && rm -rf x']],
  ["bash -lc 'cd x && go test ./...'", ['cd x', 'go test ./...']],
  ['CI=1 timeout -k 5 60 npx jest --ci', ['jest --ci']],
  ['rg -l foo | xargs -n 1 sed -i s/a/b/', ['rg -l foo', 'sed -i s/a/b/']],
  ['npm test > log 2>&1 || true', ['npm test 2', 'true']],
  ['ls # npm test', ['ls']],
  ['one\ntwo \\\n  three', ['one', 'two three']],
  ["echo 'a\nb'", ['echo a\nb']],
  ['poetry run pytest -q', ['pytest -q']],
  ['for f in a b; do sed -i s/a/b/ $f; done', ['for f in a b', 'sed -i s/a/b/ $f', 'done']],
  ['if ! npm test; then ls; fi', ['npm test', 'ls', 'fi']],
  ['find . -exec sed -i s/a/b/ {} +', ['find . -exec sed -i s/a/b/ {} +', 'sed -i s/a/b/ {}']],
  ["find . -exec sh -c 'npm test' \\;", ['find . -exec sh -c npm test ;', 'npm test']],
])('%s', (line, expected) => {
  expect(words(line)).toEqual(expected);
});

test('the text of a here-document is input, not commands', () => {
  const commands = shellCommands("python3 - <<'EOF'\nnpm test\nEOF\nls");
  expect(commands.map((command) => command.words.join(' '))).toEqual(['python3 -', 'ls']);
  expect(commands[0]?.input).toBe('npm test');
});

test('output to a file is seen', () => {
  expect(shellCommands('cat a > b; cat c').map(({ writes }) => writes)).toEqual([true, false]);
});

test.each(['ls 2>/dev/null', 'npm test > /tmp/log 2>&1', 'cat < a'])(
  '%s writes no file',
  (line) => {
    expect(shellCommands(line).some(({ writes }) => writes)).toBe(false);
  },
);

test('no text makes it throw or hang', () => {
  const isHarmless = fc.property(fc.string({ maxLength: 200 }), (line) =>
    Array.isArray(shellCommands(line)),
  );
  expect(() => fc.assert(isHarmless, { numRuns: 500 })).not.toThrow();
});
